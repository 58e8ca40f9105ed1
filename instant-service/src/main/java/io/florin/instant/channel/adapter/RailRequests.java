package io.florin.instant.channel.adapter;

import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.Peer;
import java.util.function.Consumer;

/// The shards behind the channel.
@FunctionalInterface
public interface RailRequests {
    /// Answers once, on any thread; does not wait.
    ///
    /// @param caller by its certificate
    void ask(Peer caller, RailRequest request, Consumer<RailAnswer> answer);

    /// Whether a window comes from the authority that it names, and is of this rail. An authority fetches what it lacks
    /// of a window from its author, so nobody hands on another's: whoever does fills the shards in its name.
    static boolean isOwn(ExecutedWindow window, Peer caller, RailScope scope) {
        return window.authority() == caller.id()
                && scope.refusalOf(window.scope()).isEmpty();
    }
}
