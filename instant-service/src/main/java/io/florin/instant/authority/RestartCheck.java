package io.florin.instant.authority;

import io.florin.instant.roots.Windows;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Whether an authority that has started may sign, and may still. One on an older copy of its journal has forgotten
/// votes that perhaps only a client holds, so it must not: it would vote a second time for a sequence. Others know it
/// by windows of this authority that its journal lacks; a copy as young as the last window cannot be told.
///
/// | the others' answers | verdict |
/// |---|---|
/// | one shows a window that this authority does not know, with its own signature | restored |
/// | F + 1 say that they took more than it has signed | restored: one of them is honest |
/// | fewer than 2F answered | asking |
/// | all answered, or 2F and the time is over | signs |
///
/// The first two end signing at any time: who knows it may have been away at the start, and those who were there may
/// have missed that window, or lied.
///
/// Owned by one thread.
public final class RestartCheck {

    private final RailScope scope;
    private final int authority;
    private final CommitteeVerifier verifier;
    private final OwnWindows own;
    private final Set<Integer> answered = new HashSet<>();
    private final Set<Integer> claiming = new HashSet<>();
    private boolean proved;

    /// Conclusion from the answers so far.
    public enum Verdict {
        ASKING,
        SIGNS,
        RESTORED
    }

    /// @param authority this one, 1 to n
    public RestartCheck(RailScope scope, int authority, CommitteeVerifier verifier, OwnWindows own) {
        this.scope = scope;
        this.authority = authority;
        this.verifier = verifier;
        this.own = own;
    }

    /// Another authority says what it holds of this one.
    public void answered(int by, List<HeldWindow> held) {
        if (by == authority || !verifier.size().has(by)) {
            return;
        }
        answered.add(by);
        // nobody honest holds windows of more shards; each may cost a signature
        for (HeldWindow each : held.subList(0, Math.min(held.size(), Windows.SHARDS_MAX))) {
            if (each.taken() > own.count(each.shard())) {
                claiming.add(by);
            }
            proved |= each.last().filter(this::isUnknown).isPresent();
        }
    }

    private boolean isUnknown(ExecutedWindow window) {
        return window.authority() == authority
                && scope.refusalOf(window.scope()).isEmpty()
                && !own.has(window)
                && window.isAuthentic(verifier);
    }

    /// @param timeOver whether those who have not answered were given their time
    public Verdict verdict(boolean timeOver) {
        int faults = verifier.size().faults();
        if (proved || claiming.size() > faults) {
            return Verdict.RESTORED;
        }
        int others = verifier.size().authorities() - 1;
        boolean enough = answered.size() == others || (timeOver && answered.size() >= 2 * faults);
        return enough ? Verdict.SIGNS : Verdict.ASKING;
    }
}
