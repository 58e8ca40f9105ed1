package io.florin.simulation.bank;

import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /// @param next the endorser's position behind them
    /// @param notes those that open for a wallet
    public record NotesRead(int endorser, long next, List<StoredNote> notes) implements Change {}

    /// @param inputs names of the tokens that it spends
    /// @param stage 1 waits for all of stage 0 of its plan
    /// @param pays its payments
    /// @param prepared the token that it makes for a payment, where it makes some
    public record Signed(
            Submission submission,
            List<StateKey> inputs,
            UUID plan,
            int stage,
            List<UUID> pays,
            Map<UUID, TransactionOutput> prepared) {
        static Signed of(Transfer transfer, UUID plan, int stage, List<UUID> pays) {
            return new Signed(
                    Submission.of(transfer),
                    transfer.inputs().stream().map(TokenReference::key).toList(),
                    plan,
                    stage,
                    pays,
                    Map.of());
        }

        ClientTransaction transaction() {
            return submission.transaction();
        }

        /// Names of the tokens that it makes, where a transaction of the same job may spend them.
        List<StateKey> made() {
            List<StateKey> made = new ArrayList<>();
            if (transaction() instanceof Transfer transfer) {
                for (int output = 0; output < transfer.outputs().size(); output++) {
                    made.add(new TokenReference(
                                    transfer.id(), output, transfer.outputs().get(output))
                            .key());
                }
            }
            return made;
        }
    }
}
