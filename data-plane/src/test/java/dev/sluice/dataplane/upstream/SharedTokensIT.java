package dev.sluice.dataplane.upstream;

import static dev.sluice.dataplane.upstream.TokenNode.got;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.upstream.token.NoToken;
import dev.sluice.dataplane.upstream.token.NoToken.Why;
import dev.sluice.embedded.Ports;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.secret.SecretSealer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes, one Redis, and a token endpoint that counts how often it is asked. */
class SharedTokensIT {
    private static final SecretSealer SEALER =
            SecretSealer.fromKeyset(SecretSealer.generateKeyset());

    private final TokenEndpoint endpoint = new TokenEndpoint();
    private final Upstream upstream = TokenNode.upstream(endpoint.url());
    private final RedisClient client = RedisClient.create(TestServers.redis().uri());
    private final RedisCommands<String, String> redis = client.connect().sync();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;
    private TokenNode one;
    private TokenNode two;

    @BeforeEach
    void begin() {
        redis.flushdb();
        one = new TokenNode(TestServers.redis().uri(), SEALER, clock);
        two = new TokenNode(TestServers.redis().uri(), SEALER, clock);
        await().until(() -> one.isShared() && two.isShared());
    }

    @AfterEach
    void end() {
        one.close();
        two.close();
        client.shutdown();
        endpoint.close();
    }

    private static Why whyNot(Future<String> token) {
        try {
            return Why.valueOf("GOT " + got(token));
        } catch (NoToken none) {
            return none.why();
        } catch (Exception other) {
            throw new AssertionError(other);
        }
    }

    @Test
    void oneNodeAsksForAll() throws Exception {
        var all = new ArrayList<Future<String>>();
        for (var i = 0; i < 20; i++) {
            all.add(one.ask(upstream, "id:secret"));
            all.add(two.ask(upstream, "id:secret"));
        }
        for (var token : all) {
            assertThat(got(token)).isEqualTo("token-1");
        }
        assertThat(endpoint.asked()).isEqualTo(1);
        try (var late = new TokenNode(TestServers.redis().uri(), SEALER, clock)) {
            await().until(late::isShared);
            assertThat(got(late.ask(upstream, "id:secret"))).isEqualTo("token-1");
        }
        assertThat(endpoint.asked()).isEqualTo(1);
    }

    @Test
    void nothingIsReadableInTheStore() throws Exception {
        got(one.ask(upstream, "id:secret"));

        for (var key : redis.keys("*token*")) {
            assertThat(key).doesNotContain("secret");
            assertThat(redis.get(key)).doesNotContain("token-1");
            assertThat(redis.pttl(key)).isBetween(1L, 1_000_000L);
        }
        assertThat(redis.keys("*lease*")).isEmpty();
    }

    @Test
    void aTokenIsRenewedAheadOfItsEndOnceForAllWhileTheOldOneServes() throws Exception {
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-1");
        assertThat(got(two.ask(upstream, "id:secret"))).isEqualTo("token-1");
        now = now.plusSeconds(840);
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-1");
        assertThat(endpoint.asked()).isEqualTo(1);

        now = now.plusSeconds(70);
        assertThat(one.ask(upstream, "id:secret").result()).isEqualTo("token-1");
        assertThat(two.ask(upstream, "id:secret").result()).isEqualTo("token-1");
        await().until(() -> {
            now = now.plusSeconds(1); // whoever left it to the other looks again
            return got(one.ask(upstream, "id:secret")).equals("token-2")
                    && got(two.ask(upstream, "id:secret")).equals("token-2");
        });
        assertThat(endpoint.asked()).isEqualTo(2);
    }

    @Test
    void aTokenIsNotShownToTheEndOfItsLife() throws Exception {
        got(one.ask(upstream, "id:secret"));
        now = now.plusSeconds(980);
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-2");
    }

    @Test
    void anotherSecretGetsAnotherToken() throws Exception {
        assertThat(got(one.ask(upstream, "id:old"))).isEqualTo("token-1");
        assertThat(got(one.ask(upstream, "id:new"))).isEqualTo("token-2");
        assertThat(got(two.ask(upstream, "id:new"))).isEqualTo("token-2");
        var scoped = TokenNode.upstream(endpoint.url() + "\",\"scope\":\"other"); // another field
        assertThat(got(two.ask(scoped, "id:new"))).isEqualTo("token-3");
    }

    @Test
    void withTheStoreAwayEachAsksForItself() throws Exception {
        try (var alone = new TokenNode("redis://127.0.0.1:" + Ports.free(), SEALER, clock);
                var other = new TokenNode("redis://127.0.0.1:" + Ports.free(), SEALER, clock)) {
            assertThat(got(alone.ask(upstream, "id:secret"))).isEqualTo("token-1");
            assertThat(got(alone.ask(upstream, "id:secret"))).isEqualTo("token-1");
            assertThat(got(other.ask(upstream, "id:secret"))).isEqualTo("token-2");
        }
    }

    @Test
    void whatAnotherInstallationSealedIsNoToken() throws Exception {
        got(one.ask(upstream, "id:secret"));
        var foreign = SecretSealer.fromKeyset(SecretSealer.generateKeyset());
        try (var stranger = new TokenNode(TestServers.redis().uri(), foreign, clock)) {
            await().until(stranger::isShared);
            assertThat(got(stranger.ask(upstream, "id:secret"))).isEqualTo("token-2");
        }
    }

    @Test
    void aRefusedSecretRestsOnAllNodes() {
        endpoint.status = 401;
        endpoint.says = "{\"error\":\"invalid_client\",\"hint\":\"id:secret\"}";

        assertThatThrownBy(() -> got(one.ask(upstream, "id:secret")))
                .isInstanceOf(NoToken.class)
                .hasMessage("the token endpoint refuses the gateway's secret");
        assertThat(whyNot(two.ask(upstream, "id:secret"))).isEqualTo(Why.REFUSED);
        assertThat(whyNot(one.ask(upstream, "id:secret"))).isEqualTo(Why.REFUSED);
        assertThat(endpoint.asked()).isEqualTo(1);
        assertThat(one.outcomes).containsExactly("refused");
        assertThat(one.tokens.failing()).isEqualTo(1);
    }

    @Test
    void afterItsRestASecretIsTriedAgainAndEachRestIsLonger() throws Exception {
        endpoint.status = 503;
        assertThat(whyNot(one.ask(upstream, "id:secret"))).isEqualTo(Why.FAULTY);
        now = now.plusSeconds(2);
        redis.flushdb(); // its own time has not passed
        assertThat(whyNot(one.ask(upstream, "id:secret"))).isEqualTo(Why.FAULTY);
        assertThat(endpoint.asked()).isEqualTo(2);
        now = now.plusMillis(1500);
        assertThat(whyNot(one.ask(upstream, "id:secret"))).isEqualTo(Why.FAULTY);
        assertThat(endpoint.asked()).isEqualTo(2);

        endpoint.status = 200;
        now = now.plusSeconds(3);
        redis.flushdb();
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-3");
        assertThat(one.tokens.failing()).isZero();
    }

    @Test
    void theOldTokenServesWhileTheEndpointIsDown() throws Exception {
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-1");
        endpoint.close();
        now = now.plusSeconds(920);
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-1");
        await().until(() -> one.tokens.failing() == 1);
        assertThat(got(one.ask(upstream, "id:secret"))).isEqualTo("token-1");

        now = now.plusSeconds(79);
        redis.flushdb();
        assertThat(whyNot(one.ask(upstream, "id:secret"))).isEqualTo(Why.UNREACHED);
    }

    @Test
    void oddAnswersAreNoToken() {
        var i = 0;
        for (var odd : new String[] {"", "<html>", "{}", "[1", "x".repeat(100_000)}) {
            endpoint.says = odd;
            assertThat(whyNot(one.ask(upstream, "id:" + i++))).isEqualTo(Why.ODD);
        }
        endpoint.says = "{\"access_token\":\"t\"}";
        endpoint.status = 302;
        assertThat(whyNot(one.ask(upstream, "id:moved"))).isEqualTo(Why.ODD);
        assertThat(whyNot(one.ask(upstream, "no pair"))).isEqualTo(Why.UNFIT);
    }

    @Test
    void aNodeWaitsForAnotherThatAsksAndThenDoesItself() throws Exception {
        got(one.ask(upstream, "id:secret"));
        var key = redis.keys("*token*").getFirst();
        redis.del(key);
        redis.set(key + ":lease", "a node that died");
        var waiting = two.ask(upstream, "id:secret");
        assertThat(waiting.isComplete()).isFalse();
        redis.del(key + ":lease");
        assertThat(got(waiting)).isEqualTo("token-2");
    }
}
