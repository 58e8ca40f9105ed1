package io.florin.runtime.service;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;

/// Spring Boot's set-up of logging, for one service at a time.
///
/// Logging belongs to the JVM and not to a service, and Logback resets its lists without a lock: of two services that
/// start together (ADR 82) one can meet the reset of the other and end in a `ConcurrentModificationException`.
final class SharedLogging extends LoggingApplicationListener {
    private static final Lock ONE_AT_A_TIME = new ReentrantLock();

    /// Takes the place of Spring Boot's own listener, whose order among the listeners it keeps.
    ///
    /// @throws IllegalStateException when the application has no such listener
    static void takesPlaceIn(SpringApplication application) {
        List<ApplicationListener<?>> others = new ArrayList<>(application.getListeners());
        if (!others.removeIf(LoggingApplicationListener.class::isInstance)) {
            throw new IllegalStateException("Spring Boot sets up no logging");
        }
        application.setListeners(others);
        application.addListeners(new SharedLogging());
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        ONE_AT_A_TIME.lock();
        try {
            super.onApplicationEvent(event);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }
}
