package io.florin.bank.payments;

import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.ledger.Amount;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Selection;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Plan of all that can be done now for the accepted payments of one wallet: pay, or cut and merge tokens so that more
/// can be paid once those are spendable.
///
/// Few payments spend what is there, each its own tokens, in the shape that most payments have. Many share
/// transactions: one pays up to 15 people. What one transaction cannot pay is prepared by splits into up to 16 tokens,
/// level by level, until there is a token of the very sum for each 15: up to 15 people take one round of commit and
/// certification, 225 two, 3,600 three. Each payment keeps which token a split made for it and is not planned while
/// that one is on its way, so nothing is cut twice. Pure but for what it draws
/// from the generator that it is given.
final class HiddenPlan {

    /// People that one transaction pays at most: one output is left for the change.
    static final int PAYEES_MAX = PaymentStatement.TOKENS_MAX - 1;

    private static final int BULK_FROM = 4;
    private static final int FAN_OUT = PaymentStatement.TOKENS_MAX;

    private final List<OwnedToken> left;
    private final List<Due> dues;
    private final List<Step> steps = new ArrayList<>();

    private final Amount valueMax;
    private final boolean more;

    private final RandomGenerator random;

    private HiddenPlan(
            List<OwnedToken> available, List<Due> dues, Amount valueMax, boolean more, RandomGenerator random) {
        this.left = new ArrayList<>(available);
        this.dues = dues;
        this.valueMax = valueMax;
        this.more = more;
        this.random = random;
        left.sort(Comparator.comparing(OwnedToken::amount).reversed().thenComparing(OwnedToken::id));
    }

    /// A payment to be made.
    ///
    /// @param token that a split made for it, with others or alone
    /// @param alone whether it shares no transaction: one that it shared was refused or could not be proven
    record Due(Amount amount, Optional<TransactionOutput> token, boolean alone) {
        static Due of(Amount amount) {
            return new Due(amount, Optional.empty(), false);
        }
    }

    /// One transaction.
    sealed interface Step {
        List<OwnedToken> inputs();

        /// @param payments their places among the dues, 1 to 15
        record Pay(List<OwnedToken> inputs, List<Integer> payments) implements Step {
            public Pay {
                payments = List.copyOf(payments);
            }
        }

        /// Own tokens for these, and what is left.
        record Split(List<OwnedToken> inputs, List<Part> parts) implements Step {
            public Split {
                parts = List.copyOf(parts);
            }
        }
    }

    /// A token to be made.
    ///
    /// @param payments that it is for
    record Part(Amount value, List<Integer> payments) {
        public Part {
            payments = List.copyOf(payments);
        }
    }

    /// Plan of all that can be made now for a wallet.
    static WalletPlan of(long wallet, List<PaymentDue> all, Money.Hidden money, RandomGenerator random) {
        Map<UUID, UnbuildableReason> unbuildable = new LinkedHashMap<>();
        all.forEach(due -> reasonAgainst(due, money).ifPresent(reason -> unbuildable.put(due.id(), reason)));
        List<PaymentDue> dues =
                all.stream().filter(due -> !unbuildable.containsKey(due.id())).toList();
        List<Job> jobs = new ArrayList<>();
        if (money.credential() && !dues.isEmpty()) {
            // tokens under a key that officers ended wait until they are certified again
            List<OwnedToken> spendable = money.tokens().stream()
                    .filter(token -> money.epochs().contains(token.certifierEpoch()))
                    .toList();
            List<Due> amounts = dues.stream()
                    .map(due -> new Due(due.amount(), due.token(), due.alone()))
                    .toList();
            MultiEpochPlan.of(spendable, amounts, money.valueMax(), random)
                    .forEach(step -> jobs.add(job(wallet, step, dues)));
        }
        Set<UUID> served = new HashSet<>();
        jobs.forEach(job -> served.addAll(job.payments()));
        boolean waits = dues.stream().anyMatch(due -> !served.contains(due.id()));
        return new WalletPlan(jobs, unbuildable, waits);
    }

    private static Optional<UnbuildableReason> reasonAgainst(PaymentDue due, Money.Hidden money) {
        return switch (money.state()) {
            case SUSPENDED -> Optional.of(UnbuildableReason.OWNER_SUSPENDED);
            case REVOKED -> Optional.of(UnbuildableReason.OWNER_REVOKED);
            case OPENING, ENROLLED, REFUSED, CLOSING, CLOSED -> {
                if (due.amount().exceeds(money.valueMax())) {
                    yield Optional.of(UnbuildableReason.AMOUNT_OUT_OF_RANGE);
                }
                yield due.payable() ? Optional.empty() : Optional.of(UnbuildableReason.ACCOUNT_NOT_PAYABLE);
            }
        };
    }

    private static Job job(long wallet, Step step, List<PaymentDue> dues) {
        List<List<Integer>> served = switch (step) {
            case Step.Pay(var _, var places) -> places.stream().map(List::of).toList();
            case Step.Split(var _, var parts) ->
                parts.stream().map(Part::payments).toList();
        };
        List<Amount> values = step instanceof Step.Split split
                ? split.parts().stream().map(Part::value).toList()
                : List.of();
        boolean ofFile = served.stream().anyMatch(places -> !places.isEmpty())
                && served.stream()
                        .flatMap(List::stream)
                        .allMatch(place -> dues.get(place).ofFile());
        List<List<UUID>> payments = served.stream()
                .map(places ->
                        places.stream().map(place -> dues.get(place).id()).toList())
                .toList();
        return new Job.Prove(wallet, ofFile, step.inputs(), values, payments);
    }

    /// @param available spendable tokens
    /// @param dues in the order of the payments, none of more than one token can be worth
    /// @param valueMax of one token
    /// @param more whether there are tokens besides: where those that are available do not suffice, they are merged
    /// @param random draws whether a single payment's change is larger than what it pays
    static List<Step> of(
            List<OwnedToken> available, List<Due> dues, Amount valueMax, boolean more, RandomGenerator random) {
        HiddenPlan plan = new HiddenPlan(available, List.copyOf(dues), valueMax, more, random);
        List<Integer> rest = plan.prepared();
        if (rest.size() >= BULK_FROM || !plan.each(rest)) {
            plan.together(rest);
        }
        return List.copyOf(plan.steps);
    }

    /// Serves those for which there is a token.
    ///
    /// @return the others
    private List<Integer> prepared() {
        Map<TransactionOutput, OwnedToken> tokens = new LinkedHashMap<>();
        left.forEach(token -> tokens.put(token.id(), token));
        Map<OwnedToken, List<Integer>> groups = new LinkedHashMap<>();
        List<Integer> rest = new ArrayList<>();
        for (int due = 0; due < dues.size(); due++) {
            OwnedToken token = dues.get(due).token().map(tokens::get).orElse(null);
            if (token == null) {
                rest.add(due);
            } else {
                groups.computeIfAbsent(token, _ -> new ArrayList<>()).add(due);
            }
        }
        groups.forEach((token, payments) -> {
            if (sum(payments).exceeds(token.amount())) {
                rest.addAll(payments);
            } else {
                serve(token, payments);
            }
        });
        rest.sort(Comparator.naturalOrder());
        return rest;
    }

    /// Makes each its own transaction, if that is possible for all.
    private boolean each(List<Integer> payments) {
        List<OwnedToken> before = List.copyOf(left);
        int made = steps.size();
        for (int payment : payments) {
            if (!single(payment)) {
                left.clear();
                left.addAll(before);
                steps.subList(made, steps.size()).clear();
                return false;
            }
        }
        return true;
    }

    /// @return false when there is not enough for it now
    private boolean single(int payment) {
        return switch (HiddenSelector.DEFAULT.select(
                left, dues.get(payment).amount(), HiddenSelector.Change.draw(random))) {
            case Selection.Ready(var inputs) -> {
                take(new Step.Pay(inputs, List.of(payment)));
                yield true;
            }
            case Selection.Merge merge -> {
                List<Amount> values = merge.values(amount(payment), valueMax);
                List<Part> parts = new ArrayList<>();
                values.forEach(value -> parts.add(new Part(value, parts.isEmpty() ? List.of(payment) : List.of())));
                take(new Step.Split(merge.inputs(), parts));
                yield true;
            }
            case Selection.Insufficient _ -> false;
        };
    }

    /// Merges what is left, so that tokens come into view that are not there yet.
    private void gather() {
        HiddenSelector.crumbs(left, valueMax, more ? 0 : Integer.MAX_VALUE).forEach(crumbs -> take(merge(crumbs)));
    }

    static Step merge(List<OwnedToken> inputs) {
        return new Step.Split(inputs, List.of(new Part(HiddenSelector.sum(inputs), List.of())));
    }

    private void take(Step step) {
        steps.add(step);
        left.removeAll(step.inputs());
    }

    /// The largest token serves the first payments, as long as it lasts; then the next one.
    private void together(List<Integer> payments) {
        List<Integer> rest = new ArrayList<>(payments);
        boolean lacking = false;
        while (!rest.isEmpty() && !left.isEmpty()) {
            OwnedToken largest = left.getFirst();
            int fitting = fitting(largest.amount(), rest);
            if (fitting == 0) {
                lacking |= !single(rest.removeFirst());
            } else {
                serve(largest, List.copyOf(rest.subList(0, fitting)));
                rest.subList(0, fitting).clear();
            }
        }
        if (lacking) {
            gather();
        }
    }

    private int fitting(Amount amount, List<Integer> payments) {
        Amount room = amount;
        int count = 0;
        while (count < payments.size() && !amount(payments.get(count)).exceeds(room)) {
            room = room.minus(amount(payments.get(count)));
            count++;
        }
        return count;
    }

    private void serve(OwnedToken token, List<Integer> payments) {
        List<List<Integer>> leaves = leaves(payments);
        if (leaves.size() == 1) {
            take(new Step.Pay(List.of(token), leaves.getFirst()));
            return;
        }
        int branches = sum(payments).equals(token.amount()) ? FAN_OUT : FAN_OUT - 1;
        int size = 1; // leaves per branch: powers of 16, so that the levels below are full
        while ((long) size * branches < leaves.size()) {
            size *= FAN_OUT;
        }
        List<Part> parts = new ArrayList<>();
        for (int from = 0; from < leaves.size(); from += size) {
            List<Integer> below = leaves.subList(from, Math.min(from + size, leaves.size())).stream()
                    .flatMap(List::stream)
                    .toList();
            parts.add(new Part(sum(below), below));
        }
        take(new Step.Split(List.of(token), parts));
    }

    /// The payments of one transaction each.
    private List<List<Integer>> leaves(List<Integer> payments) {
        List<List<Integer>> leaves = new ArrayList<>();
        List<Integer> leaf = new ArrayList<>();
        for (int payment : payments) {
            if (dues.get(payment).alone()) {
                leaves.add(List.of(payment));
            } else {
                leaf.add(payment);
                if (leaf.size() == PAYEES_MAX) {
                    leaves.add(List.copyOf(leaf));
                    leaf.clear();
                }
            }
        }
        if (!leaf.isEmpty()) {
            leaves.add(leaf);
        }
        return leaves;
    }

    private Amount amount(int payment) {
        return dues.get(payment).amount();
    }

    private Amount sum(List<Integer> payments) {
        return payments.stream().map(this::amount).reduce(Amount.ZERO, Amount::plus);
    }
}
