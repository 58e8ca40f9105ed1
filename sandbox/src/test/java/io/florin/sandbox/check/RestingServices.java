package io.florin.sandbox.check;

import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.ServiceLaunch;
import io.florin.sandbox.run.OneJvm;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Requests that all services of one JVM answer, and connections that they take from the pools of their databases,
/// while nobody wants anything, as their own meters count them. A slow machine does less, never more.
final class RestingServices {
    private static final Map<String, String> COUNTED =
            Map.of("requests", "http.server.requests", "connections", "hikaricp.connections.usage");

    private final OneJvm sandbox;
    private final Duration window;
    private Map<String, Long> before;
    private long begin;
    private Optional<Seen> quietest = Optional.empty();

    /// @param window for which is counted
    RestingServices(OneJvm sandbox, Duration window) {
        this.sandbox = sandbox;
        this.window = window;
        this.before = counts();
        this.begin = System.nanoTime();
    }

    /// @param perSecond of all services
    /// @param most what was counted most, with its service, for whoever looks for it
    record Seen(double perSecond, String most) {}

    /// Counts on; windows follow each other.
    ///
    /// @return whether a whole window had at most so many requests and connections a second
    boolean wereAtMost(double perSecond) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (seconds * 1e9 < window.toNanos()) {
            return false;
        }
        Map<String, Long> now = counts();
        Seen seen = seen(now, seconds);
        quietest = Optional.of(
                quietest.filter(least -> least.perSecond() <= seen.perSecond()).orElse(seen));
        before = now;
        begin = System.nanoTime();
        return seen.perSecond() <= perSecond;
    }

    /// The quietest window until now.
    Optional<Seen> quietest() {
        return quietest;
    }

    private Seen seen(Map<String, Long> now, double seconds) {
        Map<String, Long> more = new TreeMap<>();
        now.forEach((what, count) -> more.put(what, count - before.getOrDefault(what, 0L)));
        double all = more.values().stream().mapToLong(Long::longValue).sum() / seconds;
        String most = more.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(12)
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return new Seen(all, most);
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        SandboxPlan plan = sandbox.plan();
        for (ServiceLaunch service : plan.services()) {
            MeterRegistry registry = sandbox.context(service.name()).getBean(MeterRegistry.class);
            COUNTED.forEach((what, meter) -> {
                for (Timer timer : registry.find(meter).timers()) {
                    String of = Optional.ofNullable(timer.getId().getTag("uri")).orElse("");
                    counts.merge(service.name() + " " + what + " " + of, timer.count(), Long::sum);
                }
            });
        }
        return counts;
    }
}
