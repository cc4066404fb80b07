package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;

/** A wire protocol of requests and replies; front doors and upstreams speak one each. */
public enum Dialect {
    OPENAI_CHAT("openai-chat"),
    OPENAI_RESPONSES("openai-responses"),
    ANTHROPIC("anthropic"),
    GEMINI("gemini"),
    BEDROCK_CONVERSE("bedrock-converse"),
    DASHSCOPE("dashscope"),
    QIANFAN("qianfan"),
    OLLAMA("ollama"),
    TGI("tgi"),
    COHERE("cohere"),
    GRPC_OIP("grpc-oip");

    private final String text;

    Dialect(String text) {
        this.text = text;
    }

    @JsonValue
    public String text() {
        return text;
    }
}
