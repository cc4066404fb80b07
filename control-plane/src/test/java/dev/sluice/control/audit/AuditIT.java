package dev.sluice.control.audit;

import static dev.sluice.control.testing.Sample.alias;
import static dev.sluice.control.testing.Sample.draft;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditIT extends ControlPlaneTest {
    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
    }

    @Test
    void tellsWhoChangedWhatFromWhere() {
        draft(admin(), "alias/chat", alias("chat", 9));
        admin().post("/api/v1/drafts/publish", Map.of());

        var row =
                admin().get("/api/v1/audit?kind=alias&path=chat&limit=1")
                        .json()
                        .path("items")
                        .path(0);

        assertThat(row.path("actor").asString()).isEqualTo("admin");
        assertThat(row.path("address").asString()).isEqualTo("127.0.0.1");
        assertThat(row.path("action").asString()).isEqualTo("update");
        assertThat(row.path("version").asLong()).isEqualTo(2);
        assertThat(row.path("before").path("targets").path(0).path("weight").asInt()).isEqualTo(1);
        assertThat(row.path("after").path("targets").path(0).path("weight").asInt()).isEqualTo(9);
    }

    @Test
    void hasARowForEveryChangeOfAKey() {
        var secret = issue(admin(), "one/bot/prod", Map.of()).json().path("secret").asString();
        admin().post("/api/v1/keys/suspend", Map.of("path", "one/bot/prod"));
        admin().post("/api/v1/keys/revoke", Map.of("path", "one/bot/prod"));

        var rows = admin().get("/api/v1/audit?kind=key&path=one/bot/prod");

        assertThat(rows.json().path("items"))
                .extracting(it -> it.path("action").asString())
                .startsWith("revoke", "delete", "suspended", "issue", "create");
        assertThat(rows.text()).doesNotContain(secret);
    }

    @Test
    void goesOnWhereAPageEnded() {
        var first = admin().get("/api/v1/audit?limit=2").json();
        var second = admin().get("/api/v1/audit?limit=2&cursor=" + first.path("next")).json();

        assertThat(first.path("items")).hasSize(2);
        assertThat(second.path("items").path(0).path("id").asLong())
                .isLessThan(first.path("items").path(1).path("id").asLong());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update audit_entry set actor = 'somebody'",
                "delete from audit_entry",
                "truncate audit_entry"
            })
    void isOnlyEverAddedTo(String attempt) {
        assertThatThrownBy(() -> database.sql(attempt).update())
                .hasMessageContaining("never changed or removed");
    }
}
