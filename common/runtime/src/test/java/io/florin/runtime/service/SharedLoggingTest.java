package io.florin.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.StandardEnvironment;

/// Services that start at the same time in one JVM, whose logging belongs to all of them.
@Isolated("it sets up the logging of the whole JVM again and again")
class SharedLoggingTest {
    private static final int SERVICES = 4;
    private static final int STARTS = 100;

    @AfterEach
    void setLoggingUpOnceMore() {
        start();
    }

    @Test
    void isSetUpByOneServiceAtATime() throws Exception {
        var together = new Phaser(SERVICES);
        try (var threads = Executors.newFixedThreadPool(SERVICES)) {
            List<Future<?>> services = new ArrayList<>();
            for (int service = 0; service < SERVICES; service++) {
                services.add(threads.submit(() -> startsAndEnds(together)));
            }
            for (Future<?> service : services) {
                service.get();
            }
        }
    }

    /// One service that starts again and again at the same moment as the others; one that fails holds up nobody.
    private static void startsAndEnds(Phaser together) {
        try {
            for (int start = 0; start < STARTS; start++) {
                together.arriveAndAwaitAdvance();
                start();
                LoggingSystem.get(SharedLoggingTest.class.getClassLoader()).cleanUp();
            }
        } finally {
            together.arriveAndDeregister();
        }
    }

    private static void start() {
        SpringApplication service = FlorinService.application(SharedLoggingTest.class, "runtime-test");
        var bootstrap = new DefaultBootstrapContext();
        String[] arguments = {};
        List<LoggingApplicationListener> listeners = service.getListeners().stream()
                .filter(LoggingApplicationListener.class::isInstance)
                .map(LoggingApplicationListener.class::cast)
                .toList();
        assertThat(listeners).hasSize(1);
        listeners.getFirst().onApplicationEvent(new ApplicationStartingEvent(bootstrap, service, arguments));
        listeners
                .getFirst()
                .onApplicationEvent(new ApplicationEnvironmentPreparedEvent(
                        bootstrap, service, arguments, new StandardEnvironment()));
    }
}
