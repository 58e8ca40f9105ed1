package io.florin.endorser.gather;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// Events of the gatherer.
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
    /// @param share over all of them, where it came with the answer
    record Checked(long proposal, int member, List<Integer> refusals, Optional<Bytes> share) implements GatherEvent {
        public Checked(long proposal, int member, List<Integer> refusals) {
            this(proposal, member, refusals, Optional.empty());
        }
    }

    /// A peer did not check.
    ///
    /// @param unreachable it did not answer at all
    record CheckFailed(long proposal, int member, boolean unreachable) implements GatherEvent {}

    /// The signers prepared.
    ///
    /// @param preparations by index
    record Prepared(long bundle, SortedMap<Integer, Bytes> preparations) implements GatherEvent {}

    /// They did not.
    ///
    /// @param members who is to blame; nobody where that cannot be said
    /// @param unreachable they did not answer at all
    record PrepareFailed(long bundle, Set<Integer> members, boolean unreachable) implements GatherEvent {}

    record ShareGiven(long bundle, int member, Bytes share) implements GatherEvent {}

    /// A member does not have, or no longer has, what it is said to have prepared.
    record ShareStale(long bundle, int member) implements GatherEvent {}

    /// A member did not sign.
    ///
    /// @param suspect asking it again is not worth it for a while: it did not answer at all, or has no share that goes
    /// with this endorser's
    record ShareFailed(long bundle, int member, boolean suspect) implements GatherEvent {}

    /// The shares make the group's signature.
    record Combined(long bundle, Bytes signature) implements GatherEvent {}

    /// They do not, because these members gave bad ones.
    record BadShares(long bundle, Set<Integer> members) implements GatherEvent {}

    /// They do not, because somebody among these gave a bad one, and nobody can say who.
    record Spoiled(long bundle, Set<Integer> suspects) implements GatherEvent {}

    /// These sets of signers have what they need to sign at once.
    record Supplied(NamespaceId namespace, long keyEpoch, Set<Set<Integer>> committees) implements GatherEvent {}

    /// Every party's topic has the bundle.
    record Published(long bundle) implements GatherEvent {}

    record PublishFailed(long bundle) implements GatherEvent {}

    /// Transactions whose status is final.
    record Settled(List<TransactionId> ids) implements GatherEvent {}

    /// The ledger as it is followed now.
    record LedgerMoved(NetworkConfiguration configuration, long height) implements GatherEvent {}

    record Tick() implements GatherEvent {}
}
