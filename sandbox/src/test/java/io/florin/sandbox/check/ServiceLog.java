package io.florin.sandbox.check;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes what all services of this JVM log from now on, at the level they run with, into a file for the checks.
final class ServiceLog implements AutoCloseable {
    private final LoggerContext context;
    private final FileAppender<ILoggingEvent> appender;

    private ServiceLog(LoggerContext context, FileAppender<ILoggingEvent> appender) {
        this.context = context;
        this.appender = appender;
    }

    @Override
    public void close() {
        context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(appender);
        appender.stop();
    }

    static ServiceLog into(Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d %-5level %logger : %msg %mdc%n%ex");
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setName("services of " + file);
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        context.getLogger("io.florin").setLevel(Level.INFO);
        return new ServiceLog(context, appender);
    }
}
