package dev.sluice.control.metering;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.Rollups;
import dev.sluice.control.ledger.UsageDays;
import dev.sluice.model.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The ledger and its feed, put together. */
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {
    @Bean
    @ConditionalOnMissingBean(MeterRegistry.class)
    PrometheusMeterRegistry meterRegistry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Bean
    UsageDays usageDays(DataSource dataSource) {
        return new UsageDays(dataSource);
    }

    @Bean
    Ledger ledger(DataSource dataSource, UsageDays days, TenantCalendar calendar) {
        return new Ledger(dataSource, days, calendar::clocks);
    }

    @Bean
    Rollups rollups(DataSource dataSource) {
        return new Rollups(dataSource);
    }

    @Bean
    Rater rater(PriceBooks books) {
        return new Rater(books);
    }

    @Bean
    FeedMetrics feedMetrics(MeterRegistry meters) {
        return new FeedMetrics(meters);
    }

    @Bean
    UsageFeed usageFeed(
            ControlPlaneSettings control,
            LedgerSettings settings,
            Ledger ledger,
            Rater rater,
            FeedMetrics metrics,
            Clock clock) {
        var source =
                new UsageFeed.Source(
                        control.kafka(), Topics.USAGE, "sluice.ledger", settings.consumers());
        return new UsageFeed(source, ledger, rater, metrics, clock);
    }
}
