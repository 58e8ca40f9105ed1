package io.florin.runtime.http;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells a database that cannot serve now, because it is down, starting or busy, from a request that it refuses. The
/// transaction has rolled back or its fate is unknown; the caller may ask again, with its idempotency key.
///
/// By SQLSTATE (PostgreSQL, appendix A of its manual): connections (class 08), no more of them (53300), shutting down
/// or starting (57P01–57P03), serialization failure and deadlock (40001, 40P01).
final class DatabaseAway {
    private static final Set<String> STATES = Set.of("53300", "57P01", "57P02", "57P03", "40001", "40P01");
    private static final String CONNECTION_CLASS = "08";

    private DatabaseAway() {}

    static boolean isBehind(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientException) {
                return true;
            }
            if (cause instanceof SQLException refused && isPassing(refused.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPassing(@Nullable String state) {
        return state != null && (state.startsWith(CONNECTION_CLASS) || STATES.contains(state));
    }
}
