package dev.sluice.model.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.file.ConfigFileReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigRulesTest {
    private static List<String> broken(String yaml) {
        var read = ConfigFileReader.read("apiVersion: sluice/v1\n" + yaml, Map.of());
        assertThat(read.faults()).isEmpty();
        var file = read.file().orElseThrow();
        return ConfigRules.check(file.documents(), file.installation()).stream()
                .map(ConfigRules.Violation::text)
                .toList();
    }

    @Test
    void passesWhatHolds() {
        assertThat(
                        broken(
                                """
                                upstreams: [{name: u, provider: vllm, instances: ["http://h:1"]}]
                                models: [{name: m, upstream: u}, {name: n, upstream: u}]
                                aliases:
                                  - {name: a, targets: [{model: m, weight: 0}, {model: n}], fallback: [b]}
                                  - {name: b, targets: [{model: m}]}
                                tenants: [{name: t, apps: [{name: p, aliases: [a],
                                  budgets: [{amount: 1, window: day}, {amount: 1, window: day, alias: a}],
                                  keys: [{name: k, subKeys: [{name: s}]}]}]}]
                                """))
                .isEmpty();
    }

    @Test
    void namesEveryReferenceWithoutAnOtherEnd() {
        assertThat(
                        broken(
                                """
                                models: [{name: m, upstream: gone}]
                                aliases: [{name: a, targets: [{model: gone}], fallback: [gone, a]}]
                                tenants: [{name: t, aliases: [gone], budgets: [{tokens: 1, window: day, alias: gone}]}]
                                """))
                .containsExactly(
                        "model m: upstream: there is no upstream 'gone'",
                        "alias a: targets[0].model: there is no model 'gone'",
                        "alias a: fallback[0]: there is no alias 'gone'",
                        "alias a: fallback[1]: an alias cannot fall back to itself",
                        "tenant t: aliases[0]: there is no alias 'gone'",
                        "tenant t: budgets[0].alias: there is no alias 'gone'");
    }

    @Test
    void namesWhatAReferenceProbablyMeant() {
        assertThat(
                        broken(
                                """
                                aliases: [{name: chat-small, targets: [{model: m}], fallback: [chat-smal]}]
                                models: [{name: m, upstream: u}]
                                """))
                .contains(
                        "alias chat-small: fallback[0]: there is no alias 'chat-smal'; did you mean 'chat-small'?");
    }

    @Test
    void refusesWhatStandsTwiceOrCannotServe() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - {name: u, provider: openai-compatible}
                                  - {name: v, provider: vllm, baseUrl: "http://h", instances: ["http://h"],
                                     secrets: [{name: s}, {name: s}]}
                                models: [{name: m, upstream: u, prices: [{from: 2026-01-01T00:00:00Z},
                                  {from: 2026-01-01T00:00:00Z}]}]
                                aliases: [{name: a, targets: [{model: m, weight: 0}, {model: m, weight: 0}]}]
                                tenants: [{name: t, budgets: [{amount: 1, window: day}, {amount: 2, window: day}]}]
                                """))
                .containsExactly(
                        "upstream u: baseUrl: provider 'openai-compatible' needs a baseUrl or instances",
                        "upstream v: instances: give either baseUrl or instances, not both",
                        "upstream v: secrets: there is already a secret 's'",
                        "model m: prices[1].from: another price begins at the same instant",
                        "alias a: targets[1].model: model 'm' is already a target",
                        "alias a: targets: no target has a weight above zero",
                        "tenant t: budgets[1]: there is already a budget of this kind and window");
    }

    @Test
    void refusesCredentialsThatCannotBeExchanged() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - {name: good, provider: openai-compatible, baseUrl: "http://h",
                                     secrets: [{name: s, value: "id:x"}],
                                     credentials: {type: oauth-client, tokenUrl: "https://h/token",
                                       scope: a b, audience: c, clientAuth: body}}
                                  - {name: none, provider: deepseek,
                                     credentials: {type: gcp-service-account, region: eu-west-1}}
                                  - {name: bare, provider: deepseek, secrets: [{name: s}],
                                     credentials: {type: oauth-client, roleArn: "arn:aws:iam::123456789012:role/r"}}
                                  - {name: other, provider: deepseek, secrets: [{name: s}],
                                     credentials: {type: aws-sts, tokenUrl: "https://u:p@h"}}
                                """))
                .containsExactly(
                        "upstream none: credentials: there is no secret to exchange: give one in secrets",
                        "upstream none: credentials.region: says nothing to the type"
                                + " 'gcp-service-account'; remove it",
                        "upstream bare: credentials: 'tokenUrl' is missing",
                        "upstream bare: credentials.roleArn: says nothing to the type"
                                + " 'oauth-client'; remove it",
                        "upstream other: credentials.type: 'aws-sts' is for the provider 'bedrock'"
                                + " alone",
                        "upstream other: credentials: 'roleArn' is missing",
                        "upstream other: credentials.tokenUrl: must not hold a user or password:"
                                + " give a secret");
    }

    @Test
    void refusesHeadersThatNoRequestCanCarry() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - name: u
                                    provider: deepseek
                                    secrets: [{name: s, value: x}]
                                    headers:
                                      "": x
                                      "X A:b": x
                                      Content-Length: "5"
                                      transfer-encoding: chunked
                                      Host: h
                                      Connection: close
                                      Authorization: Basic x
                                      x-break: "a\\r\\nX-Evil: 1"
                                      x-accent: \u00e9
                                      x-long: %s
                                      "x-name\\n": x
                                """
                                        .formatted("x".repeat(8193))))
                .containsExactlyInAnyOrder(
                        "upstream u: headers: '' is not a header's name",
                        "upstream u: headers: 'X A:b' is not a header's name",
                        "upstream u: headers: 'x-name?' is not a header's name",
                        "upstream u: headers.Content-Length: is set by the gateway itself; remove it",
                        "upstream u: headers.transfer-encoding: is set by the gateway itself; remove it",
                        "upstream u: headers.Host: is set by the gateway itself; remove it",
                        "upstream u: headers.Connection: is set by the gateway itself; remove it",
                        "upstream u: headers.Authorization: is set from the upstream's secrets; remove one",
                        "upstream u: headers.x-break: must be ASCII without line breaks, at most 8 KB",
                        "upstream u: headers.x-accent: must be ASCII without line breaks, at most 8 KB",
                        "upstream u: headers.x-long: must be ASCII without line breaks, at most 8 KB");
    }

    @Test
    void passesHeadersOfOnesOwn() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - name: u
                                    provider: deepseek
                                    headers: {Authorization: Basic x, X-Title: "a, b", x-empty: ""}
                                """))
                .isEmpty();
    }

    @Test
    void seesHeadersThatDifferOnlyInCase() {
        assertThat(
                        broken(
                                """
                                upstreams: [{name: u, provider: deepseek, headers: {X-A: a, x-a: b}}]
                                """))
                .singleElement()
                .asString()
                .endsWith("stands twice: case makes no difference");
    }

    @Test
    void refusesAddressesThatNoConnectionGoesTo() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - {name: a, provider: vllm, baseUrl: "http://h:99999/v1"}
                                  - {name: b, provider: vllm, baseUrl: "http://user:pw@h/v1"}
                                  - {name: c, provider: vllm, instances: ["http://h:1", "http://h:0"]}
                                """))
                .containsExactly(
                        "upstream a: baseUrl: port 99999 is not one of 1 to 65535",
                        "upstream b: baseUrl: must not hold a user or password: give a secret",
                        "upstream c: instances[1]: port 0 is not one of 1 to 65535");
    }

    @Test
    void refusesTimeoutsThatLeaveNoTimeOrNeverEnd() {
        assertThat(
                        broken(
                                """
                                upstreams:
                                  - {name: u, provider: deepseek,
                                     timeouts: {connect: 0s, firstToken: 0ms, idle: 1ms, total: 1d}}
                                models: [{name: m, upstream: u}]
                                aliases:
                                  - {name: a, targets: [{model: m}],
                                     timeouts: {total: 0s, streamTotal: 25h}}
                                """))
                .containsExactly(
                        "upstream u: timeouts.connect: must be more than 0 and at most 24h",
                        "upstream u: timeouts.firstToken: must be more than 0 and at most 24h",
                        "alias a: timeouts.total: must be more than 0 and at most 24h",
                        "alias a: timeouts.streamTotal: must be more than 0 and at most 24h");
    }
}
