package io.florin.simulation.bank;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Transfer;
import java.util.List;
import java.util.UUID;

/// Rows that one database transaction of a bank wrote, besides those of blocks.
///
/// @param afterBlock the last block before it
public record BankEntry(long afterBlock, Change change) {

    public sealed interface Change {}

    public record Accepted(CustomerOrder order) implements Change {}

    /// Transactions that were signed together, with their inputs set aside and their payments.
    public record Kept(long wallet, List<Signed> signed) implements Change {}

    /// They go to endorsers now.
    public record Claimed(List<TransactionId> ids, long nextMillis) implements Change {}

    public record Postponed(List<TransactionId> ids, boolean neverSent, long nextMillis) implements Change {}

    public record Refused(TransactionId id, String code, boolean again) implements Change {}

    /// @param stage 1 waits for all of stage 0 of its plan
    /// @param pays its payments, each by the output at its place
    public record Signed(Transfer transfer, UUID plan, int stage, List<UUID> pays) {}
}
