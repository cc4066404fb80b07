package dev.sluice.admin.fleet;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Words;
import dev.sluice.control.fleet.FleetNode;
import java.time.Clock;

/** The nodes as a table. */
final class FleetGrid {
    private FleetGrid() {}

    static Grid<FleetNode> create(Clock clock) {
        Grid<FleetNode> grid = Columns.grid();
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        Columns.text(grid, "fleet.node", FleetNode::node);
        Columns.part(grid, "fleet.state", FleetGrid::state);
        Columns.figure(grid, "fleet.version", it -> Figures.count(it.version()));
        Columns.text(grid, "fleet.applied", it -> Figures.time(it.appliedAt()))
                .setFlexGrow(0)
                .setWidth("10.5rem");
        Columns.text(grid, "fleet.seen", it -> Figures.ago(it.lastSeenAt(), clock.instant()))
                .setFlexGrow(0)
                .setWidth("7rem");
        Columns.part(grid, "fleet.clock", FleetGrid::clock);
        Columns.figure(grid, "fleet.inFlight", it -> Figures.count(it.inFlight()));
        Columns.figure(grid, "fleet.backlog", it -> Figures.count(it.journalBacklog()));
        Columns.part(grid, "fleet.store", FleetGrid::store);
        Columns.text(grid, "fleet.software", FleetNode::softwareVersion);
        Columns.text(grid, "fleet.error", FleetNode::error).setFlexGrow(2);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.SERVER,
                        Words.text("fleet.empty"),
                        Words.text("fleet.empty.next")));
        return grid;
    }

    private static Component state(FleetNode node) {
        if (node.silent()) {
            return new Mark(Words.text("fleet.silent"), Tone.BAD);
        }
        if (node.error() != null) {
            return new Mark(Words.text("fleet.refused"), Tone.BAD).withTitle(node.error());
        }
        if (node.draining()) {
            return new Mark(Words.text("fleet.draining"), Tone.WARNING);
        }
        return node.converged()
                ? new Mark(Words.text("fleet.current"), Tone.GOOD)
                : new Mark(Words.text("fleet.behind"), Tone.WARNING);
    }

    private static Component clock(FleetNode node) {
        var seconds = Math.round(node.clockAheadMs() / 1000.0);
        if (!node.clockWrong()) {
            return new Mark(Words.text("fleet.clock.right"), Tone.PLAIN);
        }
        var off = seconds > 0 ? "fleet.clock.ahead" : "fleet.clock.behind";
        return new Mark(Words.text(off, Figures.count(Math.abs(seconds))), Tone.WARNING)
                .withTitle(Words.text("fleet.clock.hint"));
    }

    private static Component store(FleetNode node) {
        return node.sharedStore()
                ? new Mark(Words.text("fleet.store.shared"), Tone.PLAIN)
                : new Mark(Words.text("fleet.store.local"), Tone.WARNING)
                        .withTitle(Words.text("fleet.store.local.hint"));
    }
}
