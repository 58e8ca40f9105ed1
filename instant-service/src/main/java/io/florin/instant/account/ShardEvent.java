package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.Notice;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;

/// Events of an account shard. A request is a number under which the adapter finds who asked; it means nothing here.
public sealed interface ShardEvent {

    /// Somebody asks for a vote.
    record OrderAsked(long request, OrderRequest order) implements ShardEvent {}

    /// Somebody asks for execution.
    record ConfirmationAsked(long request, ConfirmationOrder confirmation) implements ShardEvent {}

    /// A certificate came that was fetched from another authority, or that another shard handed on; nobody waits.
    record CertificateArrived(TransferCertificate certificate) implements ShardEvent {}

    /// A notice of another shard of this authority.
    record NoticeArrived(int fromShard, NumberedNotice<Notice> notice) implements ShardEvent {}

    /// The other shard has all notices up to this one on its disk.
    record NoticesAcknowledged(int byShard, long upTo) implements ShardEvent {}

    /// A window of another authority.
    record WindowArrived(ExecutedWindow window) implements ShardEvent {}

    /// A few times a second: the own window ends, and what got no answer is tried again.
    record WindowDue() implements ShardEvent {}

    /// The ledger has committed a deposit. Deposits come in any order, each perhaps again.
    ///
    /// @param key the deposit's key on the ledger, unique
    record DepositSeen(Bytes32 key, RailAccount account, Amount amount) implements ShardEvent {}

    /// The ledger has committed a rescue. Rescues and outcomes come in the order of the ledger, before the height of
    /// their block; each may come again.
    ///
    /// @param height of the block
    record RescueCommitted(long height, RescueEvidence evidence) implements ShardEvent {}

    record OutcomeCommitted(long height, RescueOutcome outcome) implements ShardEvent {}

    /// The ledger has grown, and what its blocks up to this height say of rescues has been told.
    record HeightReached(long height) implements ShardEvent {}

    /// Registration suspends an account, or lets it pay again.
    record StandingChanged(RailAccount account, boolean suspended) implements ShardEvent {}

    /// Somebody asks for the certificate of an order that is executed here.
    record CertificateAsked(long request, Bytes32 orderId) implements ShardEvent {}

    /// The same, by sender and sequence.
    record SequenceAsked(long request, RailAccount sender, long sequence) implements ShardEvent {}

    /// Another authority lacks a window of this shard.
    record WindowAsked(long request, long number) implements ShardEvent {}

    /// Somebody gathers statements for the outcome of a rescue.
    record StatementAsked(long request, RailAccount account, long sequence) implements ShardEvent {}

    /// Somebody gathers evidence for a rescue and asks for the word that nothing of this sequence is executed here.
    record OpenSequenceAsked(long request, RailAccount account, long sequence) implements ShardEvent {}

    /// Somebody asks for an account and some of its payments.
    ///
    /// @param fromSequence of its own orders, the first one wanted
    /// @param fromPlace of payments to it, the first one wanted
    record AccountAsked(long request, RailAccount account, long fromSequence, long fromPlace) implements ShardEvent {}
}
