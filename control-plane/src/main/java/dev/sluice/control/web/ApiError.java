package dev.sluice.control.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one form of every REST error: {@code {"error":{"code","message","faults"}}}. */
public record ApiError(Body error) {
    public static final ApiError DATABASE_AWAY =
            of("database_unavailable", "the database does not answer; try again");

    /** What went wrong and where. */
    public record Body(String code, String message, @Nullable List<FaultAt> faults) {}

    /** A fault and its place in the body or file. */
    public record FaultAt(@Nullable Integer line, @Nullable String path, String message) {}

    public static ApiError of(String code, String message) {
        return new ApiError(new Body(code, message, null));
    }

    public static ApiError of(String code, String message, List<FaultAt> faults) {
        return new ApiError(new Body(code, message, List.copyOf(faults)));
    }
}
