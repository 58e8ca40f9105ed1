package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Set;

/// What the gatherer is told.
public sealed interface GatherEvent {

    /// Transactions that this endorser accepts, in an order that one bundle keeps.
    ///
    /// @param ticket names the answer; [EndorsementGatherer#NO_TICKET] where nobody waits
    record Submitted(long ticket, List<AcceptedTransaction> transactions) implements GatherEvent {
        public Submitted {
            transactions = List.copyOf(transactions);
        }
    }

    /// A bundle signed before a restart whose transactions are not all final.
    record Recovered(EndorsedBundle bundle, long expiryHeight) implements GatherEvent {}

    /// The bundle's transactions are durable here.
    ///
    /// @param endorsedBefore those that were in a signed bundle already
    record Stored(long bundle, Set<TransactionId> endorsedBefore) implements GatherEvent {}

    record StoreFailed(long bundle) implements GatherEvent {}

    /// A peer's verdicts, durable there.
    ///
    /// @param refusals for each transaction 0 or the number of the reason
    record Checked(long proposal, int member, List<Integer> refusals) implements GatherEvent {}

    /// A peer did not check.
    ///
    /// @param unreachable it did not answer at all
    record CheckFailed(long proposal, int member, boolean unreachable) implements GatherEvent {}

    record ShareGiven(long bundle, int member, SignatureShare share) implements GatherEvent {}

    /// A member did not sign.
    ///
    /// @param unreachable it did not answer at all
    record ShareFailed(long bundle, int member, boolean unreachable) implements GatherEvent {}

    /// The shares make the group's signature.
    record Combined(long bundle, Bytes signature) implements GatherEvent {}

    /// They do not, because these members gave bad ones.
    record BadShares(long bundle, Set<Integer> members) implements GatherEvent {}

    /// Every party's topic has the bundle.
    record Published(long bundle) implements GatherEvent {}

    record PublishFailed(long bundle) implements GatherEvent {}

    /// Transactions whose status is final.
    record Settled(List<TransactionId> ids) implements GatherEvent {}

    /// The ledger as it is followed now.
    record LedgerMoved(NetworkConfiguration configuration, long height) implements GatherEvent {}

    record Tick() implements GatherEvent {}
}
