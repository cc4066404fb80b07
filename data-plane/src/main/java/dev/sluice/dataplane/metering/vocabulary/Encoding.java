package dev.sluice.dataplane.metering.vocabulary;

/** The encodings whose vocabularies are public. */
public enum Encoding {
    O200K(Splitter.O200K, "o200k_base"),
    CL100K(Splitter.CL100K, "cl100k_base");

    private final Splitter splitter;
    private final String name;

    Encoding(Splitter splitter, String name) {
        this.splitter = splitter;
        this.name = name;
    }

    /** Reads the vocabulary: up to a second of work. */
    public Tokenizer load() {
        return new Tokenizer(splitter, "/com/knuddels/jtokkit/" + name + ".tiktoken");
    }
}
