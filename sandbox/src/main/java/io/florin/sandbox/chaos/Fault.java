package io.florin.sandbox.chaos;

import java.time.Duration;
import java.util.List;

/// Something that goes wrong while payments are made, and how long it lasts.
///
/// @param kills processes that are ended by force, all at the same moment
/// @param lasts how long they stay away at least
/// @param goesOn whether payments must settle while they are away
/// @param stops whether nothing may be ordered while they are away
public record Fault(String name, List<String> kills, Duration lasts, boolean goesOn, boolean stops) {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(8);

    public Fault {
        kills = List.copyOf(kills);
    }

    /// One process is killed and started again.
    static Fault killed(String process) {
        return new Fault("kill-" + process, List.of(process), SHORT, false, false);
    }

    /// One of four parties is away: payments go on.
    static Fault oneParty() {
        return new Fault("one-party-away", List.of("ordering-2"), LONG, true, false);
    }

    /// One of three endorsers is away: payments go on.
    static Fault oneEndorser() {
        return new Fault("one-endorser-away", List.of("endorser-1"), LONG, true, false);
    }

    /// Two of four parties are away: nothing is ordered until one comes back.
    static Fault twoParties() {
        return new Fault("two-parties-away", List.of("ordering-1", "ordering-3"), LONG, false, true);
    }

    static Fault wholeOrderingGroup() {
        return new Fault(
                "ordering-group", List.of("ordering-1", "ordering-2", "ordering-3", "ordering-4"), SHORT, false, true);
    }

    /// One database server holds the records of banks, endorsers, registration and the auditor: it is stopped without a
    /// checkpoint and comes back by its log.
    static Fault postgres() {
        return new Fault("postgres-crash", List.of("postgres"), SHORT, false, false);
    }

    /// Without the broker the commit path goes on by direct delivery.
    static Fault kafka() {
        return new Fault("kafka-stopped", List.of("kafka"), LONG, true, false);
    }
}
