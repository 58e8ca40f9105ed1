package io.florin.instant.account;

import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;

/// Answers to requests.
public sealed interface ShardAnswer {

    record Voted(Vote vote) implements ShardAnswer {}

    /// @param certificate that was executed; whoever asked for a vote may lack it
    record Executed(TransferCertificate certificate, SignedEffects effects) implements ShardAnswer {}

    /// The certificate is kept and will be executed: an order before it, or money of its sender, is not here yet.
    record Waits() implements ShardAnswer {}

    record Refused(RailRefusal reason) implements ShardAnswer {}

    record Found(TransferCertificate certificate) implements ShardAnswer {}

    record FoundWindow(ExecutedWindow window) implements ShardAnswer {}

    record Open(OpenSequence statement) implements ShardAnswer {}

    record Stated(RescueStatement statement) implements ShardAnswer {}

    record Information(AccountInformation information) implements ShardAnswer {}

    /// A rescue ended the sequence without this order.
    record Decided(RescueOutcome outcome) implements ShardAnswer {}

    /// The shard does not have what was asked for.
    record Unknown() implements ShardAnswer {}
}
