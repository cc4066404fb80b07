package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import org.jspecify.annotations.Nullable;

/** The doors for pictures and sound; a path is the same here and at an upstream. */
public enum MediaDoor {
    GENERATIONS("/images/generations", Operation.IMAGES, false),
    EDITS("/images/edits", Operation.IMAGES, true),
    VARIATIONS("/images/variations", Operation.IMAGES, true),
    SPEECH("/audio/speech", Operation.AUDIO, false),
    TRANSCRIPTIONS("/audio/transcriptions", Operation.AUDIO, true),
    TRANSLATIONS("/audio/translations", Operation.AUDIO, true);

    private final String path;
    private final Operation operation;
    private final boolean takesFiles;

    MediaDoor(String path, Operation operation, boolean takesFiles) {
        this.path = path;
        this.operation = operation;
        this.takesFiles = takesFiles;
    }

    /** The one at a path; null where there is none. */
    public static @Nullable MediaDoor at(String path) {
        for (var door : values()) {
            if (door.path.equals(path)) {
                return door;
            }
        }
        return null;
    }

    /** The one that a call came in by; null where it was no such. */
    public static @Nullable MediaDoor of(Door door) {
        return at(door.variant());
    }

    /**
     * The way in.
     *
     * @param alias that the path names; null where the request does
     */
    public Door as(@Nullable String alias) {
        return new Door(Dialect.OPENAI_CHAT, operation, alias, null, path);
    }

    public String path() {
        return path;
    }

    /** Whether requests are forms with files. */
    public boolean takesFiles() {
        return takesFiles;
    }

    boolean makesPictures() {
        return operation == Operation.IMAGES;
    }

    /** Whether the answer is what somebody has said. */
    public boolean makesTranscripts() {
        return operation == Operation.AUDIO && takesFiles;
    }

    boolean makesSound() {
        return this == SPEECH;
    }
}
