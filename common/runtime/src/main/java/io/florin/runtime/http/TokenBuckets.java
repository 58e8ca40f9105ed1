package io.florin.runtime.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One token bucket per client: a burst at once, then a steady rate.
///
/// The number of clients remembered is bounded; the one seen longest ago is forgotten first and starts with a full
/// bucket when it returns. Safe for many threads: one lock, held for a few instructions.
final class TokenBuckets {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double requestsPerSecond;
    private final double burst;
    private final InstantSource clock;
    private final Map<String, Bucket> buckets;

    TokenBuckets(double requestsPerSecond, int burst, int clientsMax, InstantSource clock) {
        this.requestsPerSecond = requestsPerSecond;
        this.burst = burst;
        this.clock = clock;
        this.buckets = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
                return size() > clientsMax;
            }
        };
    }

    /// Takes one token; when there is none, says how long to wait for the next.
    synchronized Optional<Duration> take(String client) {
        Instant now = clock.instant();
        Bucket bucket = buckets.get(client);
        double tokens = bucket == null ? burst : refilled(bucket, now);
        if (tokens >= 1) {
            buckets.put(client, new Bucket(tokens - 1, now));
            return Optional.empty();
        }
        buckets.put(client, new Bucket(tokens, now));
        return Optional.of(untilNext(tokens));
    }

    /// Time to wait for a token, if there is none now; takes none.
    synchronized Optional<Duration> waitOf(String client) {
        Bucket bucket = buckets.get(client);
        double tokens = bucket == null ? burst : refilled(bucket, clock.instant());
        return tokens >= 1 ? Optional.empty() : Optional.of(untilNext(tokens));
    }

    private Duration untilNext(double tokens) {
        return Duration.ofNanos((long) Math.ceil((1 - tokens) / requestsPerSecond * NANOS_PER_SECOND));
    }

    private double refilled(Bucket bucket, Instant now) {
        double seconds = Math.max(0, Duration.between(bucket.at, now).toNanos() / NANOS_PER_SECOND);
        return Math.min(burst, bucket.tokens + seconds * requestsPerSecond);
    }

    private record Bucket(double tokens, Instant at) {}
}
