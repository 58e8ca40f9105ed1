package io.florin.runtime.http;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Wrong credentials of late, by source (an IP address) and by account: who has given too many waits before the next is
/// looked at, whether it is right or wrong.
///
/// An account forgives at least as fast as a source and remembers more, so one source that guesses is stopped before it
/// can shut out the account's owner. What is remembered is bounded, as in [TokenBuckets].
public final class WrongCredentials {
    private final TokenBuckets sources;
    private final TokenBuckets accounts;

    public WrongCredentials(HttpProperties.WrongCredentialsLimit limit, InstantSource clock) {
        this.sources =
                new TokenBuckets(limit.sourcePerMinute() / 60.0, limit.sourceBurst(), limit.rememberedMax(), clock);
        this.accounts =
                new TokenBuckets(limit.accountPerMinute() / 60.0, limit.accountBurst(), limit.rememberedMax(), clock);
    }

    /// Time that a source must wait, if at all.
    public Optional<Duration> waitOf(String source) {
        return sources.waitOf(source);
    }

    /// Time that a source must wait before it tries an account, if at all.
    public Optional<Duration> waitOf(String source, String account) {
        return sources.waitOf(source).or(() -> accounts.waitOf(account));
    }

    public void add(String source) {
        sources.take(source);
    }

    public void add(String source, String account) {
        sources.take(source);
        accounts.take(account);
    }
}
