package dev.sluice.control.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Calls, newest first; {@code next} is the cursor of the page after, null on the last. */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record UsagePage(List<UsageItem> items, @Nullable UUID next) {
    public UsagePage {
        items = List.copyOf(items);
    }
}
