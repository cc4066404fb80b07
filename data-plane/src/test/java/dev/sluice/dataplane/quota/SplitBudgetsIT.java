package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.Share;
import dev.sluice.model.usage.TokenUsage;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant's budget of which each app has a part. */
class SplitBudgetsIT {
    private static final TestStore STORE = TestStore.shared();
    private static final Share ONE_OF_TWO = new Share(1, 2, 2);

    /** 10 in and 90 out. */
    private static final TokenUsage CALL = TokenUsage.of(10, 90);

    private TestQuota node;

    @BeforeEach
    void begin() {
        STORE.begin();
        node = new TestQuota("n1", TestStore.sharedUrl());
        node.awaitShared();
    }

    @AfterEach
    void end() {
        node.close();
    }

    private static RoutePlan plan(String app, String budget, Share ofApp) {
        var mapper = SluiceJson.mapper();
        var any = TestQuota.plan("t1", "\"aliases\":[\"chat\"]");
        var tenant =
                mapper.readValue("{\"name\":\"t1\",\"budgets\":[{" + budget + "}]}", Tenant.class);
        var key =
                new KeyEntry(
                        "key-" + app,
                        new KeyPath("t1", app, "prod", null),
                        List.of(KeyState.ACTIVE),
                        List.of(tenant, new App(app, null, null), new AppKey("prod", null, null)),
                        ZoneOffset.UTC,
                        Set.of("chat"),
                        null,
                        null,
                        List.of(),
                        null,
                        null,
                        CallPolicies.NONE,
                        UnknownFields.PASS,
                        List.of(ofApp, new Share(1, 1, 1)));
        var caller = new Caller(key, "10.0.0.1");
        return new RoutePlan(
                new Grant(any.call(), caller, any.grant().alias()),
                any.candidates(),
                90L,
                List.of());
    }

    private static String month(long dollars, String split) {
        return "\"amount\":\"%d\",\"window\":\"month\",\"split\":\"%s\"".formatted(dollars, split);
    }

    private long spentOfPart(String app) {
        return STORE.amount(
                RedisKeys.budget(
                        "t1",
                        "t1/" + app,
                        "split:money:month",
                        BudgetWindow.MONTH.startOf(
                                InstantSource.system().instant(), ZoneOffset.UTC)),
                "spent");
    }

    private void assertRefused(RoutePlan plan, String owner) {
        assertThatThrownBy(() -> node.reserve(plan))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> {
                            assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
                            assertThat(refused).hasMessageContaining(owner);
                        });
    }

    @Test
    void noChildTakesWhatIsItsSiblings() throws Exception {
        var half = month(2_000, "equal");
        node.settle(node.reserve(plan("a", half, ONE_OF_TWO)), CALL);
        await().until(() -> spentOfPart("a") == 910 * DOLLAR);
        assertRefused(plan("a", half, ONE_OF_TWO), "app t1/a has spent 910.00 USD of 1000.00 USD");
        node.settle(node.reserve(plan("b", half, ONE_OF_TWO)), CALL);
        await().until(() -> spentOfPart("b") == 910 * DOLLAR);
    }

    @Test
    void partsGoByWeight() throws Exception {
        var budget = month(2_000, "weight");
        assertRefused(plan("a", budget, new Share(1, 4, 2)), "of 500.00 USD");
        node.settle(node.reserve(plan("b", budget, new Share(3, 4, 2))), CALL);
    }

    @Test
    void childrenThatComeAndGoInTheWindowKeepWhatTheySpent() throws Exception {
        var budget = month(4_000, "equal");
        node.settle(node.reserve(plan("a", budget, ONE_OF_TWO)), CALL);
        await().until(() -> spentOfPart("a") == 910 * DOLLAR);
        // Two more apps: a's part is 1 000 now, of which 910 are spent.
        assertRefused(plan("a", budget, new Share(1, 4, 4)), "has spent 910.00 USD of 1000.00 USD");
        // And again as it was.
        node.settle(node.reserve(plan("a", budget, ONE_OF_TWO)), CALL);
        await().until(() -> spentOfPart("a") == 1_820 * DOLLAR);
    }

    @Test
    void theWholeStillBindsWherePartsGrewInTheWindow() throws Exception {
        var budget = month(2_000, "equal");
        node.settle(node.reserve(plan("a", budget, ONE_OF_TWO)), CALL);
        node.settle(node.reserve(plan("b", budget, ONE_OF_TWO)), CALL);
        await().until(() -> spentOfPart("b") == 910 * DOLLAR);
        // a is gone: all is b's, but not what a has spent.
        assertRefused(plan("b", budget, new Share(1, 1, 1)), "tenant t1 has spent 1820.00 USD");
    }
}
