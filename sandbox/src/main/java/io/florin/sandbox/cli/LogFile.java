package io.florin.sandbox.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/// Sends the logs of the one-JVM form to a file, so that the terminal shows what the demo says and nothing else. The
/// script starts this form with Boot's own logging set-up turned off; otherwise each service would set it up anew.
final class LogFile {
    private LogFile() {}

    static Path open(Path dataDirectory) {
        Path file = dataDirectory.resolve("logs/sandbox.log");
        var configuration = LogFile.class.getResource("/logback-demo.xml");
        if (configuration == null || !(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            throw new SandboxException("the class path has no logging configuration");
        }
        try {
            Files.createDirectories(dataDirectory.resolve("logs"));
            context.reset();
            context.putProperty("LOG_FILE", file.toString());
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(configuration);
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
            // the consensus library prints, stack traces too: that is for the log, not for the terminal
            PrintStream printed = new PrintStream(
                    Files.newOutputStream(dataDirectory.resolve("logs/libraries.log")), true, StandardCharsets.UTF_8);
            System.setOut(printed);
            System.setErr(printed);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write logs into " + dataDirectory, e);
        } catch (JoranException e) {
            throw new SandboxException("the logging configuration is broken", e);
        }
    }
}
