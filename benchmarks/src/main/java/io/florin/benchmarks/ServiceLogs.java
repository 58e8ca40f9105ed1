package io.florin.benchmarks;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/// Sends what the services of this JVM log to a file, and what their libraries print too: standard output is for
/// results. The script starts benchmarks with Boot's own logging set-up turned off.
public final class ServiceLogs {

    private ServiceLogs() {}

    public static void into(Path directory) {
        URL configuration = ServiceLogs.class.getResource("/logback-demo.xml");
        if (configuration == null || !(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            throw new BenchFailure("the class path has no logging configuration");
        }
        try {
            Files.createDirectories(directory);
            context.reset();
            context.putProperty("LOG_FILE", directory.resolve("sandbox.log").toString());
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(configuration);
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
            System.setOut(new PrintStream(
                    Files.newOutputStream(directory.resolve("libraries.log")), true, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("logs cannot be written into " + directory, e);
        } catch (JoranException e) {
            throw new BenchFailure("the logging configuration is broken", e);
        }
    }
}
