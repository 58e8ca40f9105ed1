package io.florin.instant.output;

import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.Vote;

/// Answers to requests.
public sealed interface OutputAnswer {

    record Voted(Vote vote) implements OutputAnswer {}

    /// @param certificate that was executed; whoever asked for a vote may lack it
    record Executed(OutputCertificate certificate, SignedEffects effects) implements OutputAnswer {}

    /// Enough others wait for the same answer. Asking again is harmless.
    record Waits() implements OutputAnswer {}

    record Refused(RailRefusal reason) implements OutputAnswer {}

    record Found(OutputCertificate certificate) implements OutputAnswer {}

    record FoundWindow(ExecutedWindow window) implements OutputAnswer {}

    /// The shard does not have what was asked for.
    record Unknown() implements OutputAnswer {}
}
