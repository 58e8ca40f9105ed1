package io.florin.wallet.hidden;

import io.florin.crypto.Bytes32;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.List;
import java.util.Optional;

/// Outputs of a committed transaction of a hidden currency, as the ledger shows it to anybody.
///
/// @param block that committed it, from 1
/// @param reads keys it read, in order: the bases of unlinkable outputs hang on them
/// @param tokens output 0, 1, …; those of others may be no points, which hurts nobody: what is one's own was computed
public record CommittedOutputs(TransactionId id, long block, List<StateKey> reads, List<RecordedToken> tokens) {

    public CommittedOutputs {
        reads = List.copyOf(reads);
        tokens = List.copyOf(tokens);
    }

    /// Of a transaction that is known to be committed.
    public static CommittedOutputs of(SettlementTransaction transaction, long block) {
        return new CommittedOutputs(
                transaction.id(),
                block,
                transaction.reads().stream().map(Read::key).toList(),
                transaction.hiddenOutputs().stream()
                        .map(Write.HiddenOutput::token)
                        .toList());
    }

    /// The base of an output, of the unlinkable model only.
    Optional<TokenBase> base(int output) {
        return base(tokens.get(output).model(), reads, output);
    }

    static Optional<TokenBase> base(PrivacyModel model, List<StateKey> reads, int output) {
        if (model != PrivacyModel.UNLINKABLE) {
            return Optional.empty();
        }
        List<Bytes32> context = reads.stream().map(StateKey::value).toList();
        return Optional.of(TokenBase.of(context, output));
    }
}
