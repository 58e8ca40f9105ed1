package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import io.florin.ledger.privacy.PaymentStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Pays many people from one account in a hidden currency: a tree whose inner nodes cut a token into own ones of exact
/// value, and whose leaves pay up to 16 people each. Transactions of one level are independent.
///
/// A level can be built when the tokens of the one above are spendable: at once where inputs have names, so splits
/// travel in order inside bundles and commit as a chain (ADR 0012); after commit and certification in the unlinkable
/// model. Up to 15 people take one round, 240 two, 3840 three. After a crash the wallet plans again what is left from
/// the tokens it holds.
public final class HiddenBulkPlan {

    private static final int FAN_OUT = PaymentStatement.TOKENS_MAX;

    private sealed interface Node {
        Amount total();
    }

    private record Split(Amount total, List<Node> children) implements Node {}

    private record Pay(Amount total, List<HiddenInstruction> instructions) implements Node {}

    private final Node root;

    private HiddenBulkPlan(Node root) {
        this.root = root;
    }

    /// @param instructions at least one
    /// @param payeesMax how many people one transaction pays, 1 to 16
    public static HiddenBulkPlan of(List<HiddenInstruction> instructions, int payeesMax) {
        if (instructions.isEmpty() || payeesMax < 1 || payeesMax > FAN_OUT) {
            throw new IllegalArgumentException("somebody to pay, and 1 to " + FAN_OUT + " of them at once");
        }
        if (instructions.size() <= Math.min(payeesMax, FAN_OUT - 1)) {
            return new HiddenBulkPlan(leaf(instructions));
        }
        List<Node> leaves = new ArrayList<>();
        for (int from = 0; from < instructions.size(); from += payeesMax) {
            leaves.add(leaf(instructions.subList(from, Math.min(from + payeesMax, instructions.size()))));
        }
        return new HiddenBulkPlan(tree(leaves, FAN_OUT - 1));
    }

    private static Node leaf(List<HiddenInstruction> instructions) {
        return new Pay(
                instructions.stream().map(HiddenInstruction::amount).reduce(Amount.ZERO, Amount::plus),
                List.copyOf(instructions));
    }

    /// At most `branches` children, their sizes powers of 16 where possible, so that lower levels are full. The root
    /// has one branch less: its change.
    private static Node tree(List<Node> leaves, int branches) {
        int size = 1;
        while ((long) size * branches < leaves.size()) {
            size *= FAN_OUT;
        }
        List<Node> children = new ArrayList<>();
        for (int from = 0; from < leaves.size(); from += size) {
            List<Node> below = leaves.subList(from, Math.min(from + size, leaves.size()));
            children.add(below.size() == 1 ? below.getFirst() : tree(below, FAN_OUT));
        }
        return new Split(children.stream().map(Node::total).reduce(Amount.ZERO, Amount::plus), List.copyOf(children));
    }

    /// What the inputs of [#start] must be worth at least.
    public Amount total() {
        return root.total();
    }

    /// Levels of transactions, each of which waits for the one above.
    public int rounds() {
        return rounds(root);
    }

    private static int rounds(Node node) {
        return switch (node) {
            case Pay _ -> 1;
            case Split split ->
                1
                        + split.children().stream()
                                .mapToInt(HiddenBulkPlan::rounds)
                                .max()
                                .orElse(0);
        };
    }

    /// The first transaction.
    ///
    /// @param inputs 1 to 16 spendable tokens worth at least the total; more must be merged before
    public Batch start(List<OwnedToken> inputs) {
        return new Batch(root, inputs);
    }

    /// One transaction of the plan. Any thread may build it.
    public static final class Batch {
        private final Node node;
        private final List<OwnedToken> inputs;

        private Batch(Node node, List<OwnedToken> inputs) {
            this.node = node;
            this.inputs = List.copyOf(inputs);
        }

        /// The payments that this transaction makes, in the order of [BuiltPayment#outputs]; none if it splits.
        public List<HiddenInstruction> instructions() {
            return switch (node) {
                case Pay pay -> pay.instructions();
                case Split _ -> List.of();
            };
        }

        public BuiltPayment build(HiddenPaymentBuilder builder, HiddenPayer payer) {
            return switch (node) {
                case Pay pay -> builder.pay(payer, inputs, pay.instructions());
                case Split split ->
                    builder.split(
                            payer,
                            inputs,
                            split.children().stream().map(Node::total).toList());
            };
        }

        /// The transactions below this one, each of which spends one of its outputs.
        ///
        /// @param built by [#build] of this
        /// @param spendable gives a token of the transaction as it can be spent: certified in the unlinkable model, as
        ///     it is in others
        public List<Batch> next(BuiltPayment built, UnaryOperator<OwnedToken> spendable) {
            if (!(node instanceof Split split)) {
                return List.of();
            }
            List<Batch> batches = new ArrayList<>();
            for (int i = 0; i < split.children().size(); i++) {
                OwnedToken token = spendable.apply(built.own().get(i));
                batches.add(new Batch(split.children().get(i), List.of(token)));
            }
            return List.copyOf(batches);
        }
    }
}
