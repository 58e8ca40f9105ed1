package io.florin.bank.payments;

import io.florin.ledger.Amount;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Selection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What can be done now for the accepted payments of one wallet: pay, or cut and merge tokens so that more can be paid
/// once those are spendable. Nothing of it is remembered: the next round looks at the tokens that are there then, after
/// a crash too.
///
/// Few payments spend what is there, each its own tokens. Many are prepared by splits into up to 16 tokens, level by
/// level, until there is a token of the very amount for each: a thousand take at most five rounds of commit and
/// certification. Pure.
final class HiddenPlan {

    private static final int BULK_FROM = 4;
    private static final int FAN_OUT = PaymentStatement.TOKENS_MAX;

    private final List<OwnedToken> left;
    private final List<Step> steps = new ArrayList<>();

    private HiddenPlan(List<OwnedToken> available) {
        this.left = new ArrayList<>(available);
        left.sort(Comparator.comparing(OwnedToken::amount).reversed().thenComparing(OwnedToken::id));
    }

    /// One transaction.
    sealed interface Step {
        List<OwnedToken> inputs();

        /// @param payment its place among the amounts
        record Pay(List<OwnedToken> inputs, int payment) implements Step {}

        /// Own tokens of these values, and what is left.
        record Split(List<OwnedToken> inputs, List<Amount> values) implements Step {}
    }

    /// @param available spendable tokens
    /// @param amounts of the payments in their order
    static List<Step> of(List<OwnedToken> available, List<Amount> amounts) {
        HiddenPlan plan = new HiddenPlan(available);
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < amounts.size(); i++) {
            all.add(i);
        }
        if (amounts.size() < BULK_FROM) {
            all.forEach(payment -> plan.single(payment, amounts.get(payment)));
        } else {
            plan.bulk(all, amounts);
        }
        return List.copyOf(plan.steps);
    }

    /// @return false when there is not enough for it now
    private boolean single(int payment, Amount amount) {
        return switch (HiddenSelector.DEFAULT.select(left, amount)) {
            case Selection.Ready(var inputs) -> {
                take(new Step.Pay(inputs, payment));
                yield true;
            }
            case Selection.Merge(var inputs) -> {
                take(new Step.Split(inputs, List.of(HiddenSelector.sum(inputs))));
                yield true;
            }
            case Selection.Insufficient _ -> false;
        };
    }

    private void take(Step step) {
        steps.add(step);
        left.removeAll(step.inputs());
    }

    /// Tokens that were cut for payments are found again by their values: for one payment, or for a run of them.
    private void bulk(List<Integer> payments, List<Amount> amounts) {
        List<Integer> rest = new ArrayList<>();
        for (int payment : payments) {
            Optional<OwnedToken> exact = worth(amounts.get(payment));
            exact.ifPresentOrElse(token -> take(new Step.Pay(List.of(token), payment)), () -> rest.add(payment));
        }
        cutForRuns(rest, amounts);
        while (!rest.isEmpty() && !left.isEmpty()) {
            OwnedToken largest = left.getFirst();
            List<Integer> run = fitting(largest.amount(), rest, amounts);
            if (run.isEmpty()) {
                int first = rest.removeFirst();
                single(first, amounts.get(first));
            } else {
                serve(largest, run, amounts);
                rest.removeAll(run);
            }
        }
    }

    private Optional<OwnedToken> worth(Amount amount) {
        return left.stream().filter(token -> token.amount().equals(amount)).findFirst();
    }

    /// Serves the longest runs whose sums are those of tokens, and takes them off the list.
    private void cutForRuns(List<Integer> payments, List<Amount> amounts) {
        int from = 0;
        while (from < payments.size() && !left.isEmpty()) {
            Set<Amount> values = left.stream().map(OwnedToken::amount).collect(Collectors.toSet());
            Amount largest = left.getFirst().amount();
            Amount sum = Amount.ZERO;
            int to = from;
            int match = from;
            while (to < payments.size() && !sum.exceeds(largest)) {
                sum = sum.plus(amounts.get(payments.get(to++)));
                if (values.contains(sum)) {
                    match = to;
                }
            }
            if (match == from) {
                from++;
            } else {
                List<Integer> run = List.copyOf(payments.subList(from, match));
                Amount value = sum(run.stream().map(amounts::get).toList());
                serve(worth(value).orElseThrow(), run, amounts);
                payments.subList(from, match).clear();
            }
        }
    }

    private void serve(OwnedToken token, List<Integer> run, List<Amount> amounts) {
        take(
                run.size() == 1
                        ? new Step.Pay(List.of(token), run.getFirst())
                        : new Step.Split(
                                List.of(token),
                                values(
                                        token.amount(),
                                        run.stream().map(amounts::get).toList())));
    }

    /// The first payments, as long as the amount lasts.
    private static List<Integer> fitting(Amount amount, List<Integer> payments, List<Amount> amounts) {
        List<Integer> run = new ArrayList<>();
        Amount room = amount;
        for (int payment : payments) {
            if (amounts.get(payment).exceeds(room)) {
                break;
            }
            run.add(payment);
            room = room.minus(amounts.get(payment));
        }
        return run;
    }

    /// Sums of equally large groups of amounts; one branch is left for the change, if there is any.
    private static List<Amount> values(Amount available, List<Amount> amounts) {
        boolean exact = sum(amounts).equals(available);
        int branches = exact ? FAN_OUT : FAN_OUT - 1;
        int size = Math.ceilDiv(amounts.size(), branches);
        List<Amount> values = new ArrayList<>();
        for (int from = 0; from < amounts.size(); from += size) {
            values.add(sum(amounts.subList(from, Math.min(from + size, amounts.size()))));
        }
        return values;
    }

    private static Amount sum(List<Amount> amounts) {
        return amounts.stream().reduce(Amount.ZERO, Amount::plus);
    }
}
