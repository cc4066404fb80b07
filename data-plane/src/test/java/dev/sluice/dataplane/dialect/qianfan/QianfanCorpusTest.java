package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class QianfanCorpusTest extends CorpusExam {
    private static final CodecLaw LAW = new CodecLaw(new QianfanCodec(), Dialect.QIANFAN);

    QianfanCorpusTest() {
        super(LAW, "ernie-v1-chat");
    }

    @Override
    protected void alike(ObjectNode request) {
        request.remove("model");
    }

    @Test
    void aRequestComesBackAsItWas() {
        LAW.request(
                """
                {"messages":[{"role":"user","content":"weather?"},
                 {"role":"assistant","content":"","function_call":
                  {"name":"weather","arguments":"{\\"city\\":\\"Ulm\\"}","thoughts":"ask"}},
                 {"role":"function","name":"weather","content":"{\\"t\\":3}"}],
                 "system":"be brief","functions":[{"name":"weather","description":"tells it",
                 "parameters":{"type":"object","properties":{}}}],"temperature":0.5,
                 "penalty_score":1.2,"stop":["x"],"max_output_tokens":30,"stream":true,
                 "user_id":"u"}
                """
                        .getBytes(StandardCharsets.UTF_8),
                this::alike);
    }
}
