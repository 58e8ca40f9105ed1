package io.florin.endorser.store.adapter;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.springframework.jdbc.support.SqlValue;

/// A parameter that is an array of PostgreSQL.
final class SqlArray implements SqlValue {

    private final String type;
    private final Object[] values;

    /// @param type of the elements, as PostgreSQL names it
    SqlArray(String type, Object[] values) {
        this.type = type;
        this.values = type.equals("bytea") ? java.util.Arrays.copyOf(values, values.length, byte[][].class) : values;
    }

    @Override
    public void setValue(PreparedStatement statement, int index) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf(type, values));
    }

    @Override
    public void cleanup() {}

    @Override
    public String toString() {
        return type + "[" + values.length + "]";
    }
}
