package dev.sluice.admin.requests;

import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Words;
import dev.sluice.model.usage.UsageStatus;

/** How a call ended, as a coloured word. */
final class Statuses {
    private Statuses() {}

    static Mark mark(UsageStatus status) {
        var tone =
                switch (status) {
                    case COMPLETED, CACHED -> Tone.GOOD;
                    case FAILED, ABANDONED -> Tone.BAD;
                    case INTERRUPTED, REJECTED -> Tone.WARNING;
                    case CANCELLED -> Tone.PLAIN;
                };
        return new Mark(Words.text("status." + status.text()), tone);
    }
}
