package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.tabs.TabSheet;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.control.allocation.PoolReports;
import dev.sluice.control.reconciliation.ReconciliationService;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tokendrift.TokenDrifts;
import jakarta.annotation.security.RolesAllowed;
import java.time.Clock;

/** What others say against what the ledger has. */
@Route("reconciliation")
@RolesAllowed({"PLATFORM_ADMIN", "FINANCE", "AUDITOR"})
class ReconciliationView extends Div implements HasDynamicTitle {
    ReconciliationView(
            ReconciliationService bills,
            TokenDrifts drifts,
            PoolReports pools,
            Documents documents,
            AccessGuard guard,
            Clock clock) {
        addClassNames("page", "page-tall");
        var tabs = new TabSheet();
        tabs.addClassName("fill");
        var billsTab = new BillsTab(bills, documents, guard, clock);
        tabs.add(Words.text("bills.tab"), billsTab);
        tabs.add(
                Words.text("alarms.tab"),
                new AlarmsTab(
                        bills,
                        alarm -> {
                            billsTab.show(alarm.upstream(), alarm.day());
                            tabs.setSelectedIndex(0);
                        }));
        tabs.add(Words.text("files.tab"), new FilesTab(bills, guard));
        tabs.add(Words.text("thresholds.tab"), new ThresholdsTab(bills, documents, guard));
        tabs.add(Words.text("drift.tab"), new DriftTab(drifts, clock));
        tabs.add(Words.text("pools.tab"), new PoolsTab(pools, clock));
        tabs.addSelectedChangeListener(change -> {
            if (tabs.getComponent(change.getSelectedTab()) instanceof FreshTab tab) {
                tab.load();
            }
        });
        add(tabs);
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.reconciliation");
    }
}
