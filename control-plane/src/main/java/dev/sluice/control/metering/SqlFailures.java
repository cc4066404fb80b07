package dev.sluice.control.metering;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tells whether repeating a statement can help. */
final class SqlFailures {
    private SqlFailures() {}

    /** Data exceptions, broken constraints, limits: the same data will be refused again. */
    static boolean isAboutTheData(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        return state != null
                && (state.startsWith("22") || state.startsWith("23") || state.startsWith("54"));
    }
}
