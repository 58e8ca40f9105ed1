package io.florin.instant.channel.adapter;

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
}
