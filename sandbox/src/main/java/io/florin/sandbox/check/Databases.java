package io.florin.sandbox.check;

import io.florin.runtime.internal.Peer;
import io.florin.sandbox.plan.SandboxPlan;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/// The services' databases as their administrator sees them.
final class Databases {
    private Databases() {}

    static Connection connect(SandboxPlan plan, Peer node) throws SQLException {
        Map<String, String> properties = plan.service(node.directoryName()).properties();
        return DriverManager.getConnection(
                String.valueOf(properties.get("spring.datasource.url")),
                properties.get("spring.datasource.username"),
                properties.get("spring.datasource.password"));
    }

    /// One statement, on one service's database.
    ///
    /// @return rows changed
    static int change(SandboxPlan plan, Peer node, String... statements) {
        try (Connection database = connect(plan, node);
                var statement = database.createStatement()) {
            int changed = 0;
            for (String sql : statements) {
                changed = statement.executeUpdate(sql);
            }
            return changed;
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + node + " cannot be changed", e);
        }
    }
}
