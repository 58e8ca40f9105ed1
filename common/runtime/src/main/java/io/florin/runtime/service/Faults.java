package io.florin.runtime.service;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// Remembers every component that stopped on a bug and reports the service as not live from then on.
///
/// There is no way back: what is in memory after a broken invariant cannot be trusted, so only a new process (or a new
/// context) is live again. Health `faults` in the group `live` carries it to whoever restarts services.
public final class Faults implements FaultHandler, HealthIndicator {
    private static final Logger log = LoggerFactory.getLogger(Faults.class);
    private static final int REMEMBERED_MAX = 100;

    private final List<String> stoppedComponents = new ArrayList<>();

    @Override
    public void stopped(String component, Throwable bug) {
        synchronized (stoppedComponents) {
            if (stoppedComponents.size() < REMEMBERED_MAX) {
                stoppedComponents.add(component);
            }
        }
        log.error("component stopped on a bug, service is no longer live: component={}", component, bug);
    }

    /// Whether no component has stopped on a bug.
    public boolean isLive() {
        synchronized (stoppedComponents) {
            return stoppedComponents.isEmpty();
        }
    }

    /// The components that stopped, first one first.
    public List<String> stoppedComponents() {
        synchronized (stoppedComponents) {
            return List.copyOf(stoppedComponents);
        }
    }

    @Override
    public Health health() {
        List<String> stopped = stoppedComponents();
        return stopped.isEmpty()
                ? Health.up().build()
                : Health.down().withDetail("stopped", stopped).build();
    }
}
