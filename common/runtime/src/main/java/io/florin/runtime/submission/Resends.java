package io.florin.runtime.submission;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// Times at which a transaction without a final status is sent again: two seconds after it was sent first, twice as
/// long after each time, at most half a minute. In memory: after a restart everything is due. Owned by one thread.
///
/// @param <K> names what is sent
public final class Resends<K> {
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration MAX = Duration.ofSeconds(30);

    private final InstantSource clock;
    private final Map<K, Sending> sendings = new HashMap<>();

    private record Sending(Instant next, Duration pause) {}

    public Resends(InstantSource clock) {
        this.clock = clock;
    }

    public boolean isDue(K sent) {
        Sending sending = sendings.get(sent);
        return sending == null || !clock.instant().isBefore(sending.next());
    }

    public void sent(K now) {
        Sending before = sendings.get(now);
        Duration pause = before == null ? FIRST : before.pause().multipliedBy(2);
        Duration bounded = pause.compareTo(MAX) > 0 ? MAX : pause;
        sendings.put(now, new Sending(clock.instant().plus(bounded), bounded));
    }

    public void ended(K over) {
        sendings.remove(over);
    }

    /// All others have ended.
    public void retain(Collection<K> underWay) {
        sendings.keySet().retainAll(underWay);
    }
}
