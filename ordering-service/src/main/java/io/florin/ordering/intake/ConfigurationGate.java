package io.florin.ordering.intake;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.rules.EndorsementCheck;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Lets bundles of the configuration namespace in only when the endorsers have signed them. Every party follows the
/// configuration while it makes headers, which costs one pairing check, about 0.75 ms, for each such bundle of a block;
/// so what anybody could write must not come that far. Bundles of other namespaces pass unseen: their signatures are
/// the committers' to check.
///
/// A check costs the same here, so each sender has an allowance of checks, refilled with time: a flood of one sender
/// costs little, and takes nothing from another one's allowance. What is over it is refused unchecked; endorsers bring
/// it again, directly and under their own names.
///
/// For any thread. The lock is held for counting only.
public final class ConfigurationGate {
    static final int SENDERS_MAX = 64;

    private static final String OTHERS = "";
    private static final long SECOND_MILLIS = 1000;

    private final NetworkId network;
    private final Supplier<NetworkConfiguration> inForce;
    private final int checksPerSecond;
    private final Map<String, Allowance> senders = new HashMap<>();

    /// Verdict on a bundle.
    public enum Answer {
        LET_IN,
        NOT_ENDORSED,
        TOO_MANY
    }

    private static final class Allowance {
        private long credit;
        private long atMillis;

        Allowance(long credit, long atMillis) {
            this.credit = credit;
            this.atMillis = atMillis;
        }
    }

    /// @param inForce the configuration after the last block of the store
    /// @param checksPerSecond of one sender; as many at once after a quiet second
    public ConfigurationGate(NetworkId network, Supplier<NetworkConfiguration> inForce, int checksPerSecond) {
        this.network = network;
        this.inForce = inForce;
        this.checksPerSecond = checksPerSecond;
    }

    /// @param sender who brought the bundle, as the channel says, not as the bundle does
    /// @param nowMillis of a clock that never goes back
    public Answer ask(String sender, Bundle bundle, long nowMillis) {
        if (!bundle.namespace().equals(NamespaceId.CONFIGURATION)) {
            return Answer.LET_IN;
        }
        if (!takeCheck(sender, nowMillis)) {
            return Answer.TOO_MANY;
        }
        return EndorsementCheck.isEndorsed(bundle, network, inForce.get()) ? Answer.LET_IN : Answer.NOT_ENDORSED;
    }

    /// Counts in thousandths of a check, so that nothing is lost between two calls.
    private synchronized boolean takeCheck(String sender, long nowMillis) {
        String name = senders.containsKey(sender) || senders.size() < SENDERS_MAX ? sender : OTHERS;
        long full = checksPerSecond * SECOND_MILLIS;
        Allowance allowance = senders.computeIfAbsent(name, _ -> new Allowance(full, nowMillis));
        long passed = Math.clamp(nowMillis - allowance.atMillis, 0, SECOND_MILLIS);
        allowance.credit = Math.min(full, allowance.credit + passed * checksPerSecond);
        allowance.atMillis = nowMillis;
        if (allowance.credit < SECOND_MILLIS) {
            return false;
        }
        allowance.credit -= SECOND_MILLIS;
        return true;
    }
}
