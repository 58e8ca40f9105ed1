package io.florin.runtime.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/// Tells a database that cannot serve now, because it is down, starting, ending or busy, from a statement that it
/// refuses. The one list of all services: HTTP answers 503, readers and loops try again. The transaction has rolled
/// back or its fate is unknown, so only what is safe to repeat may be tried again. Whatever is not on the list is a bug
/// of who asked, and would fail for ever.
///
/// | what the driver or the pool says | why it passes |
/// |---|---|
/// | SQLSTATE class 08 | no connection, or it broke |
/// | class 53 | no memory, no disk, no more connections |
/// | 57P01–57P05, 57014 | the server ends, crashed, starts; somebody ended the session or cancelled the query |
/// | 40000, 40001, 40003, 40P01 | rolled back: serialization failure, deadlock; whether it completed is unknown |
/// | [SQLTransientException], [SQLRecoverableException] | the pool has no connection to give, in time |
/// | `Connection is closed` without an SQLSTATE | the pool's word (HikariCP) for each call, rollback and commit among
///   them, on a connection that it threw away because the database had died on it |
///
/// States are those of PostgreSQL (appendix A of its manual).
public final class DatabaseAway {
    private static final Set<String> CLASSES = Set.of("08", "53");
    private static final Set<String> STATES =
            Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "57014", "40000", "40001", "40003", "40P01");
    private static final String THROWN_AWAY = "Connection is closed";
    private static final int CAUSES_MAX = 32;

    private DatabaseAway() {}

    /// @param thrown by whatever uses the database; its causes are looked at too
    public static boolean isBehind(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof SQLException refused && isPassing(refused)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isPassing(SQLException refused) {
        if (refused instanceof SQLTransientException || refused instanceof SQLRecoverableException) {
            return true;
        }
        String state = refused.getSQLState();
        if (state == null) {
            return THROWN_AWAY.equals(refused.getMessage());
        }
        return STATES.contains(state) || state.length() == 5 && CLASSES.contains(state.substring(0, 2));
    }
}
