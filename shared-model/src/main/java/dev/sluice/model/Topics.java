package dev.sluice.model;

/** Kafka topics between the planes. The control plane creates them at start. */
public final class Topics {
    /** Content-addressed config parts; compacted, one partition, key = part hash. */
    public static final String CONFIG_PARTS = "sluice.config.parts";

    /** Config heads (version to part hashes); compacted, one partition, key = version. */
    public static final String CONFIG_HEADS = "sluice.config.heads";

    /** Usage events; 24 partitions, key = event id. */
    public static final String USAGE = "sluice.usage";

    /** What each node runs; one partition, short retention, key = node id. */
    public static final String NODE_STATUS = "sluice.node.status";

    public static final int USAGE_PARTITIONS = 24;

    private Topics() {}
}
