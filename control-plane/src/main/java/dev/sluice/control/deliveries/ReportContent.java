package dev.sluice.control.deliveries;

import dev.sluice.control.periods.Periods;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.reports.monthly.Grouping;
import dev.sluice.control.reports.monthly.MonthlyFiles;
import dev.sluice.control.reports.monthly.MonthlyFormat;
import dev.sluice.control.security.Person;
import dev.sluice.control.security.Role;
import dev.sluice.model.json.SluiceJson;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;

/** What is sent: what somebody of the tenant's finance would see. */
@Component
class ReportContent {
    /** A file that goes with it. */
    record Attachment(String name, String mediaType, ByteArrayResource bytes) {}

    /** The report in JSON, and in the forms that were asked for. */
    record Content(Statement statement, JsonNode json, List<Attachment> files) {}

    private final MonthlyFiles files;
    private final Periods periods;

    ReportContent(MonthlyFiles files, Periods periods) {
        this.files = files;
        this.periods = periods;
    }

    /** In one look at the books, so that text and files are the same month. */
    @Transactional(
            readOnly = true,
            isolation = Isolation.REPEATABLE_READ,
            propagation = Propagation.REQUIRES_NEW)
    public Content of(Delivery delivery) {
        var before = SecurityContextHolder.getContext();
        var context = SecurityContextHolder.createEmptyContext();
        var person =
                new Person(
                        new UUID(0, 0),
                        "system",
                        Set.of(Role.FINANCE),
                        delivery.tenant(),
                        "",
                        true);
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        person, "", person.getAuthorities()));
        SecurityContextHolder.setContext(context);
        try {
            return read(delivery);
        } finally {
            SecurityContextHolder.setContext(before);
        }
    }

    private Content read(Delivery delivery) {
        var month = delivery.month();
        return new Content(
                periods.statement(delivery.tenant(), month),
                SluiceJson.mapper().readTree(file(MonthlyFormat.JSON, month, delivery.tenant())),
                delivery.formats().stream()
                        .map(it -> MonthlyFormat.valueOf(it.toUpperCase(Locale.ROOT)))
                        .map(it ->
                                new Attachment(
                                        it.fileName(month),
                                        it.mediaType(),
                                        new ByteArrayResource(file(it, month, delivery.tenant()))))
                        .toList());
    }

    private byte[] file(MonthlyFormat format, YearMonth month, String tenant) {
        return files.of(format, month, tenant, Grouping.DEFAULT);
    }
}
