package dev.sluice.control.budgets;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.control.leader.LeaderLock;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.metering.FeedMetrics;
import dev.sluice.control.metering.LedgerSettings;
import dev.sluice.control.metering.Rater;
import dev.sluice.control.metering.UsageFeed;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/** Who looks after the shared store, put together. */
@Configuration(proxyBeanMethods = false)
class BudgetConfiguration {
    @Bean
    SharedStore sharedStore(ControlPlaneSettings settings) {
        return new SharedStore(settings.redisUrl());
    }

    @Bean
    CounterRebuild counterRebuild(
            SharedStore store,
            BudgetCatalogue catalogue,
            Spend spend,
            RecentlyBooked recent,
            PlatformTransactionManager transactions,
            Clock clock) {
        return new CounterRebuild(store, catalogue, spend, recent, transactions, clock);
    }

    @Bean
    StoreKeeper storeKeeper(
            DataSource dataSource,
            SharedStore store,
            CounterRebuild rebuild,
            BudgetCatalogue catalogue,
            Ledger ledger,
            Rater rater,
            FeedMetrics metrics,
            LedgerSettings settings,
            UsageFeed feed,
            RecentlyBooked recent,
            Clock clock) {
        return new StoreKeeper(
                new LeaderLock(dataSource),
                store,
                rebuild,
                new Sweeper(store, ledger, rater, metrics, settings.sweepGrace()),
                new Receipts(
                        store,
                        recent,
                        ledger,
                        rater,
                        metrics,
                        () -> feed.hasCaughtUp() && feed.reachesKafka(),
                        clock,
                        settings.eventOverdue()),
                catalogue,
                () -> recent.hasNone() || feed.hasCaughtUp(),
                clock,
                settings.sweepEvery(),
                settings.sweepCalm());
    }
}
