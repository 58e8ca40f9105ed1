package io.florin.testkit;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;

/// Connections of another source that count what is prepared on them: a batch of the same statement is one. For tests
/// that say how many statements a pass takes, whatever the number of rows. Any thread.
public final class CountedStatements implements DataSource {

    private final DataSource counted;
    private final AtomicLong statements = new AtomicLong();

    public CountedStatements(DataSource counted) {
        this.counted = counted;
    }

    /// Statements so far.
    public long statements() {
        return statements.get();
    }

    /// Statements that the work takes, while nobody else uses the source.
    public long of(Runnable work) {
        long before = statements();
        work.run();
        return statements() - before;
    }

    private Connection counting(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, called, arguments) -> {
                    if (called.getName().equals("prepareStatement")) {
                        statements.incrementAndGet();
                    }
                    try {
                        return called.invoke(connection, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                });
    }

    @Override
    public Connection getConnection() throws SQLException {
        return counting(counted.getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return counting(counted.getConnection(username, password));
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return counted.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        counted.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        counted.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return counted.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return counted.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return counted.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return counted.isWrapperFor(type);
    }
}
