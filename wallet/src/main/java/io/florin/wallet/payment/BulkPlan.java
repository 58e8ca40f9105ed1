package io.florin.wallet.payment;

import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.tokens.TokenSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Pays many people from few tokens in two commits. First the splits: a tree of transactions with up to 16 outputs each
/// that ends in one own token of the exact amount for each transfer; they spend each other's outputs, so they travel in
/// order inside bundles and commit together as a chain (protocol decision 19). Then the transfers, all independent.
///
/// A thousand people, 15 in a transfer, take 6 splits and 67 transfers; each in a transfer of its own, 68 and a
/// thousand. Not built from unconfirmed payments of others: only own outputs are chained.
///
/// @param splits in an order in which each spends only earlier outputs
/// @param payments one for each group of instructions, in the same order; valid once the splits are committed
public record BulkPlan(List<Transfer> splits, List<Transfer> payments) {

    private static final int FAN_OUT = ClientTransaction.TOKENS_MAX;

    /// @param available the wallet's unspent tokens
    /// @param groups 1 to 16 instructions each, which one transfer pays
    /// @return empty when the tokens do not suffice
    public static Optional<BulkPlan> of(
            PaymentBuilder builder, List<TokenReference> available, List<List<Instruction>> groups) {
        List<Amount> amounts = groups.stream().map(BulkPlan::sum).toList();
        Amount total = amounts.stream().reduce(Amount.ZERO, Amount::plus);
        if (total.exceeds(TokenSelector.sum(available))) {
            return Optional.empty();
        }
        List<Transfer> splits = new ArrayList<>();
        TokenReference root = merge(builder, available, total, splits);
        List<TokenReference> exact = splitInto(builder, root, amounts, splits);
        List<Transfer> payments = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            payments.add(builder.pay(List.of(exact.get(i)), groups.get(i)));
        }
        return Optional.of(new BulkPlan(List.copyOf(splits), List.copyOf(payments)));
    }

    private static Amount sum(List<Instruction> instructions) {
        return instructions.stream().map(Instruction::amount).reduce(Amount.ZERO, Amount::plus);
    }

    /// One token worth at least the total, merged from the largest ones where no single one suffices.
    private static TokenReference merge(
            PaymentBuilder builder, List<TokenReference> available, Amount total, List<Transfer> splits) {
        List<TokenReference> pool = new ArrayList<>(available);
        while (true) {
            Optional<List<TokenReference>> chosen = TokenSelector.select(pool, total);
            List<TokenReference> inputs = chosen.orElseGet(() -> largest(pool));
            if (inputs.size() == 1) {
                return inputs.get(0);
            }
            Transfer merged = builder.split(inputs, List.of(TokenSelector.sum(inputs)));
            splits.add(merged);
            pool.removeAll(inputs);
            pool.add(output(merged, 0));
        }
    }

    private static List<TokenReference> largest(List<TokenReference> pool) {
        return pool.stream()
                .sorted((a, b) -> b.token().value().compareTo(a.token().value()))
                .limit(FAN_OUT)
                .toList();
    }

    /// Tokens of exactly these amounts, cut from one token level by level; the rest stays with the wallet as change.
    private static List<TokenReference> splitInto(
            PaymentBuilder builder, TokenReference source, List<Amount> amounts, List<Transfer> splits) {
        Amount total = amounts.stream().reduce(Amount.ZERO, Amount::plus);
        boolean exactSource = source.token().value().equals(total);
        if (amounts.size() == 1 && exactSource) {
            return List.of(source);
        }
        int branches = exactSource ? FAN_OUT : FAN_OUT - 1;
        List<List<Amount>> groups = groups(amounts, branches);
        List<Amount> values = groups.stream()
                .map(group -> group.stream().reduce(Amount.ZERO, Amount::plus))
                .toList();
        Transfer split = builder.split(List.of(source), values);
        splits.add(split);
        List<TokenReference> exact = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            exact.addAll(splitInto(builder, output(split, i), groups.get(i), splits));
        }
        return exact;
    }

    /// At most `branches` groups whose sizes are powers of 16 where possible, so that lower levels are full.
    private static List<List<Amount>> groups(List<Amount> amounts, int branches) {
        int size = 1;
        while ((long) size * branches < amounts.size()) {
            size *= FAN_OUT;
        }
        List<List<Amount>> groups = new ArrayList<>();
        for (int from = 0; from < amounts.size(); from += size) {
            groups.add(amounts.subList(from, Math.min(from + size, amounts.size())));
        }
        return groups;
    }

    private static TokenReference output(Transfer transfer, int index) {
        Token token = transfer.outputs().get(index);
        return new TokenReference(transfer.id(), index, token);
    }
}
