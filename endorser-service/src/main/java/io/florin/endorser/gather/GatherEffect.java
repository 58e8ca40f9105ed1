package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Effects of the gatherer.
public sealed interface GatherEffect {

    /// Make the transactions durable here; answered by `Stored` or `StoreFailed`.
    record Store(long bundle, List<AcceptedTransaction> transactions) implements GatherEffect {}

    /// Ask a peer to check and keep the transactions; answered by `Checked` or `CheckFailed`.
    ///
    /// @param order for a share over all of them that may come with the answer; empty where the scheme asks for more
    record Propose(long proposal, int member, List<AcceptedTransaction> transactions, Optional<ShareOrder> order)
            implements GatherEffect {}

    /// Get from the signers what they sign with, where the scheme has such a thing; answered by `Prepared` or
    /// `PrepareFailed`, in a bounded time.
    record Prepare(long bundle, EndorserGroup group, List<Integer> signers) implements GatherEffect {}

    /// Ask a member, this one included, for its share; answered by `ShareGiven`, `ShareStale` or `ShareFailed`.
    record AskShare(long bundle, int member, ShareOrder order) implements GatherEffect {}

    /// Combine the shares and verify; answered by `Combined`, `BadShares` or `Spoiled`.
    ///
    /// @param shares of all signers, by index
    record Combine(long bundle, ShareOrder order, EndorserGroup group, SortedMap<Integer, Bytes> shares)
            implements GatherEffect {}

    /// Write the bundle to every party's topic; answered by `Published` or `PublishFailed`.
    ///
    /// @param again it was signed before this endorser's restart
    record Publish(long number, Bundle bundle, EndorsedBundle endorsed, boolean again) implements GatherEffect {}

    /// Remember the bundle and who is in it.
    record Remember(EndorsedBundle bundle) implements GatherEffect {}

    /// Hand the bundle to these ordering parties' routers.
    record SubmitDirectly(List<Integer> parties, EndorsedBundle bundle) implements GatherEffect {}

    /// Remember that these were refused, so that they are not taken up again.
    record RememberRefused(Map<TransactionId, RefusalReason> refused) implements GatherEffect {}

    /// Tell whoever waits under the ticket.
    ///
    /// @param outcomes in the order of the submission
    record Answer(long ticket, List<SubmissionOutcome> outcomes) implements GatherEffect {}
}
