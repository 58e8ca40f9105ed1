package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.decisions.DecisionChain.Breach;
import java.io.Serial;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A row of the log, or its head, has a value that no service writes: nothing, a negative number, a hash of another
/// length. So somebody changed it, which is a breach of the log and not a failure of the database.
final class UnreadableRow extends RuntimeException {
    /// In place of the number of an entry.
    static final long HEAD = 0;

    @Serial
    private static final long serialVersionUID = 1;

    private final long sequence;

    private UnreadableRow(long sequence, String column) {
        super((sequence == HEAD ? "the head" : "entry " + sequence) + " cannot be read: " + column);
        this.sequence = sequence;
    }

    Breach breach() {
        return new Breach(Math.max(sequence, 1), String.valueOf(getMessage()));
    }

    static long number(ResultSet row, String column, long sequence) throws SQLException {
        long number = row.getLong(column);
        if (row.wasNull() || number < 0) {
            throw new UnreadableRow(sequence, column);
        }
        return number;
    }

    static String text(ResultSet row, String column, long sequence) throws SQLException {
        return present(row.getString(column), column, sequence);
    }

    static byte[] bytes(ResultSet row, String column, long sequence) throws SQLException {
        return present(row.getBytes(column), column, sequence);
    }

    static Bytes32 hash(ResultSet row, String column, long sequence) throws SQLException {
        byte[] hash = bytes(row, column, sequence);
        if (hash.length != Bytes32.SIZE) {
            throw new UnreadableRow(sequence, column);
        }
        return Bytes32.of(hash);
    }

    private static <T> T present(@Nullable T value, String column, long sequence) {
        if (value == null) {
            throw new UnreadableRow(sequence, column);
        }
        return value;
    }
}
