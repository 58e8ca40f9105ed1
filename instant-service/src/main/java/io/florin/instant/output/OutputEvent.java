package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailAccount;

/// Events of a shard of outputs. A request is a number under which the adapter finds who asked; it means nothing here.
/// Requests and certificates go to the shard that coordinates the transaction, see [OutputPlace#coordinatorOf].
public sealed interface OutputEvent {

    /// Somebody asks for a vote.
    record VoteAsked(long request, OutputRequest asked) implements OutputEvent {}

    /// Somebody asks for execution.
    record ConfirmationAsked(long request, OutputCertificate certificate) implements OutputEvent {}

    /// A certificate came that was fetched from another authority, or that another shard handed on; nobody waits.
    record CertificateArrived(OutputCertificate certificate) implements OutputEvent {}

    /// A notice of another shard of this authority.
    record NoticeArrived(int fromShard, NumberedNotice<OutputNotice> notice) implements OutputEvent {}

    /// The other shard has all notices up to this one on its disk.
    record NoticesAcknowledged(int byShard, long upTo) implements OutputEvent {}

    /// A window of another authority.
    record WindowArrived(ExecutedWindow window) implements OutputEvent {}

    /// A few times a second: the own window ends, and what got no answer is tried again.
    record WindowDue() implements OutputEvent {}

    /// The ledger has committed a deposit. Deposits come in any order, each perhaps again, to the shard of their key.
    ///
    /// @param key the deposit's key on the ledger, unique
    /// @param owner of the output that it makes
    record DepositSeen(Bytes32 key, RailAccount owner, Amount amount) implements OutputEvent {}

    /// The ledger has grown.
    record HeightReached(long height) implements OutputEvent {}

    /// Registration suspends an owner, or lets it pay again; told to every shard.
    record StandingChanged(RailAccount owner, boolean suspended) implements OutputEvent {}

    /// Somebody asks for the certificate of a transaction that is executed here.
    record CertificateAsked(long request, Bytes32 id) implements OutputEvent {}

    /// Another authority lacks a window of this shard.
    record WindowAsked(long request, long number) implements OutputEvent {}
}
