package io.florin.committer.query;

import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.HiddenOutputs;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Says what a complete block did, from its bytes and its statuses.
final class ChangesOfBlock {

    private ChangesOfBlock() {}

    static BlockChanges of(Block block, BlockStatuses statuses) {
        List<OrderedTransaction> ordered = OrderedTransaction.of(block.entries());
        List<TransactionChange> changes = new ArrayList<>(ordered.size());
        for (int index = 0; index < ordered.size(); index++) {
            changes.add(change(ordered.get(index), statuses.outcomes().get(index)));
        }
        var checkpoint = statuses.checkpoint();
        return new BlockChanges(
                checkpoint.number(),
                checkpoint.headerHash().toHex(),
                checkpoint.statusRoot().toHex(),
                checkpoint.stateHash().toHex(),
                statuses.committer(),
                statuses.signature().toHex(),
                changes);
    }

    private static TransactionChange change(OrderedTransaction ordered, TransactionOutcome outcome) {
        Optional<SettlementTransaction> transaction = ordered.transaction();
        Optional<SettlementTransaction> committed =
                transaction.filter(_ -> outcome.status().isCommitted());
        return new TransactionChange(
                outcome.index(),
                outcome.id().map(TransactionId::toHex).orElse(""),
                outcome.status().name(),
                transaction
                        .map(SettlementTransaction::kind)
                        .map(TransactionKind::name)
                        .orElse(""),
                committed.map(ChangesOfBlock::created).orElse(List.of()),
                committed.map(ChangesOfBlock::spent).orElse(List.of()),
                committed.map(ChangesOfBlock::supplyRecord).orElse(""),
                committed.flatMap(ChangesOfBlock::hidden).orElse(null));
    }

    private static List<TokenView> created(SettlementTransaction transaction) {
        return transaction.outputs().stream()
                .map(output ->
                        LedgerQueries.viewOf(new TokenReference(transaction.id(), output.index(), output.token())))
                .toList();
    }

    private static List<String> spent(SettlementTransaction transaction) {
        return transaction.writes().stream()
                .filter(write -> write instanceof Write.Spend || write instanceof Write.Serial)
                .map(write -> transaction.keyOf(write).toHex())
                .toList();
    }

    private static Optional<HiddenOutputs> hidden(SettlementTransaction transaction) {
        List<Write.HiddenOutput> outputs = transaction.hiddenOutputs();
        return outputs.isEmpty()
                ? Optional.empty()
                : Optional.of(new HiddenOutputs(
                        outputs.getFirst().token().model().code(),
                        transaction.reads().stream()
                                .map(read -> read.key().toHex())
                                .toList(),
                        outputs.stream()
                                .map(output -> output.token().encoded().toHex())
                                .toList()));
    }

    private static String supplyRecord(SettlementTransaction transaction) {
        if (transaction.kind() != TransactionKind.ISSUE && transaction.kind() != TransactionKind.REDEEM) {
            return "";
        }
        return transaction.writes().stream()
                .filter(Write.Put.class::isInstance)
                .map(write -> transaction.keyOf(write).toHex())
                .findFirst()
                .orElse("");
    }
}
