package io.florin.testkit;

import java.time.Duration;

/// A bound on waits for what must come: so long that no machine on which the tests run at all is late, and an end where
/// it never comes. It says nothing about how soon a thing should come; a test that is about that counts work or tells
/// an order, and does not use it.
public final class Patience {
    /// Three minutes of wall time.
    public static final Duration LIMIT = Duration.ofMinutes(3);

    private Patience() {}
}
