package dev.sluice.admin.fleet;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Refresh;
import dev.sluice.admin.components.Tile;
import dev.sluice.admin.components.Words;
import dev.sluice.control.fleet.Fleet;
import dev.sluice.control.fleet.FleetNode;
import dev.sluice.control.fleet.FleetService;
import jakarta.annotation.security.RolesAllowed;
import java.time.Clock;

/** Every node beside the version that was published last, live. */
@Route("fleet")
@RolesAllowed({"PLATFORM_ADMIN", "AUDITOR"})
class FleetView extends Div implements HasDynamicTitle {
    private static final int PERIOD_MS = 2_000;

    private final transient FleetService fleet;
    private final Tile version = new Tile(Words.text("fleet.published"));
    private final Tile nodes = new Tile(Words.text("fleet.converged"));
    private final Tile calls = new Tile(Words.text("fleet.inFlight"));
    private final Tile backlog = new Tile(Words.text("fleet.backlog"));
    private final Grid<FleetNode> grid;
    private final Div trouble = new Div();

    FleetView(FleetService fleet, Clock clock) {
        this.fleet = fleet;
        this.grid = FleetGrid.create(clock);
        addClassName("page");
        trouble.addClassName("form-fault");
        var tiles = new Div(version, nodes, calls, backlog);
        tiles.addClassName("tiles");
        add(trouble, tiles, grid);
        refresh();
        Refresh.every(PERIOD_MS, this, this::refresh);
    }

    private void refresh() {
        try {
            show(fleet.fleet());
            trouble.setVisible(false);
        } catch (RuntimeException failure) {
            trouble.setText(Notices.reason(failure));
            trouble.setVisible(true);
        }
    }

    private void show(Fleet now) {
        var living = now.nodes().stream().filter(node -> !node.silent()).toList();
        var current = living.stream().filter(FleetNode::converged).count();
        version.show(String.valueOf(now.version()), "");
        nodes.show(current + " / " + living.size(), note(living.isEmpty(), now.converged()));
        calls.show(
                String.valueOf(living.stream().mapToLong(FleetNode::inFlight).sum()),
                Words.text(
                        "fleet.streams",
                        String.valueOf(living.stream().mapToLong(FleetNode::streams).sum())));
        backlog.show(
                String.valueOf(living.stream().mapToLong(FleetNode::journalBacklog).sum()),
                Words.text("fleet.backlog.note"));
        grid.setItems(now.nodes());
    }

    private static String note(boolean nobody, boolean converged) {
        if (nobody) {
            return Words.text("fleet.none");
        }
        return converged ? Words.text("fleet.all") : Words.text("fleet.notAll");
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.fleet");
    }
}
