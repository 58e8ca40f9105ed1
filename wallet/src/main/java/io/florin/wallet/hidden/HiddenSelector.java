package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import io.florin.ledger.privacy.PaymentStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Chooses tokens for an amount with few inputs, since the number of inputs shows: the smallest single token that
/// suffices, else the pair with the smallest sum that does. What takes more than two is merged first. Inputs of one
/// payment are certified under one key, so of several the oldest that suffices is used up first, before it is retired.
///
/// The smallest token leaves little: where values show, the smaller output would be the change nearly always. So a
/// payment draws beforehand which of its outputs is to be the smaller one ([Change]), and the smallest token is taken
/// that makes it so, if there is one. A pair's change is always smaller than the amount.
///
/// @param inputsMax of a payment; two are the default shape
/// @param mergeMax inputs of a merge
public record HiddenSelector(int inputsMax, int mergeMax) {

    /// The default shape, and merges as large as transactions are.
    public static final HiddenSelector DEFAULT = new HiddenSelector(2, PaymentStatement.TOKENS_MAX);

    private static final Comparator<OwnedToken> BY_VALUE =
            Comparator.comparing(OwnedToken::amount).thenComparing(OwnedToken::id);

    public HiddenSelector {
        if (inputsMax < 1 || mergeMax < 2 || inputsMax > mergeMax || mergeMax > PaymentStatement.TOKENS_MAX) {
            throw new IllegalArgumentException(
                    "at least 1 input and merges of 2, at most " + PaymentStatement.TOKENS_MAX);
        }
    }

    /// Size of the change, beside the amount that is paid.
    public enum Change {
        /// Less than is paid, where a token makes it so.
        SMALLER,
        /// More than is paid, where a token makes it so.
        LARGER;

        /// Of a payment that is about to be made: once for it, however often tokens are chosen.
        public static Change draw(RandomGenerator random) {
            return random.nextBoolean() ? LARGER : SMALLER;
        }
    }

    /// With as little change as can be: of what shows its change anyway.
    ///
    /// @param available unspent tokens of one account that no other payment is using
    public Selection select(List<OwnedToken> available, Amount amount) {
        return select(available, amount, Change.SMALLER);
    }

    /// @param available unspent tokens of one account that no other payment is using
    /// @param change that is to be left, of a single token
    public Selection select(List<OwnedToken> available, Amount amount, Change change) {
        SortedMap<Long, List<OwnedToken>> groups = new TreeMap<>();
        available.stream()
                .filter(OwnedToken::isSpendable)
                .sorted(BY_VALUE)
                .forEach(token -> groups.computeIfAbsent(token.certifierEpoch(), _ -> new ArrayList<>())
                        .add(token));
        for (List<OwnedToken> group : groups.values()) {
            Optional<List<OwnedToken>> inputs = few(group, amount, change);
            if (inputs.isPresent()) {
                return new Selection.Ready(inputs.get());
            }
        }
        for (List<OwnedToken> group : groups.values()) {
            if (!amount.exceeds(sum(group))) {
                return new Selection.Merge(toMerge(group, amount));
            }
        }
        Amount all = sum(groups.values().stream().flatMap(List::stream).toList());
        if (!amount.exceeds(all)) {
            return new Selection.Merge(largest(groups.firstEntry().getValue(), mergeMax));
        }
        return new Selection.Insufficient(
                all,
                sum(available.stream().filter(token -> !token.isSpendable()).toList()));
    }

    private Optional<List<OwnedToken>> few(List<OwnedToken> ascending, Amount amount, Change change) {
        List<OwnedToken> enough = ascending.stream()
                .filter(token -> !amount.exceeds(token.amount()))
                .toList();
        if (!enough.isEmpty()) {
            return Optional.of(List.of(enough.stream()
                    .filter(token -> change == Change.SMALLER
                            || token.amount().minus(amount).exceeds(amount))
                    .findFirst()
                    .orElse(enough.getFirst())));
        }
        Optional<List<OwnedToken>> pair = inputsMax < 2 ? Optional.empty() : pair(ascending, amount);
        return pair.or(() -> {
            List<OwnedToken> inputs = largest(ascending, inputsMax);
            return amount.exceeds(sum(inputs)) ? Optional.empty() : Optional.of(toMerge(ascending, amount));
        });
    }

    private static Optional<List<OwnedToken>> pair(List<OwnedToken> ascending, Amount amount) {
        Optional<List<OwnedToken>> best = Optional.empty();
        int low = 0;
        int high = ascending.size() - 1;
        while (low < high) {
            List<OwnedToken> candidate = List.of(ascending.get(low), ascending.get(high));
            Amount sum = sum(candidate);
            if (amount.exceeds(sum)) {
                low++;
            } else {
                if (best.isEmpty() || sum(best.get()).exceeds(sum)) {
                    best = Optional.of(candidate);
                }
                high--;
            }
        }
        return best;
    }

    /// The largest tokens until they suffice, at least two, at most as many as a merge takes.
    private List<OwnedToken> toMerge(List<OwnedToken> ascending, Amount amount) {
        List<OwnedToken> largest = largest(ascending, mergeMax);
        int count = Math.min(2, largest.size());
        while (count < largest.size() && amount.exceeds(sum(largest.subList(0, count)))) {
            count++;
        }
        return largest.subList(0, count);
    }

    private static List<OwnedToken> largest(List<OwnedToken> ascending, int countMax) {
        List<OwnedToken> descending = ascending.reversed();
        return List.copyOf(descending.subList(0, Math.min(countMax, descending.size())));
    }

    /// Tokens in their order, in groups that one transaction merges into one token each.
    ///
    /// @param tokens certified under one key
    /// @param valueMax of one token
    public static List<List<OwnedToken>> groups(List<OwnedToken> tokens, Amount valueMax) {
        List<List<OwnedToken>> groups = new ArrayList<>();
        List<OwnedToken> group = new ArrayList<>();
        for (OwnedToken token : tokens) {
            if (!group.isEmpty()
                    && (group.size() == PaymentStatement.TOKENS_MAX
                            || sum(group).exceeds(valueMax)
                            || token.amount().exceeds(valueMax.minus(sum(group))))) {
                groups.add(List.copyOf(group));
                group.clear();
            }
            group.add(token);
        }
        if (!group.isEmpty()) {
            groups.add(List.copyOf(group));
        }
        return groups;
    }

    /// Tokens to merge where an account has so many tokens that only some are told at once, and those do not suffice:
    /// merged, they make room for more. Smallest first, those of each key by themselves.
    ///
    /// @param available unspent tokens that are told
    /// @param toldMax how many are told at once; where there are fewer there are no others
    public static List<List<OwnedToken>> crumbs(List<OwnedToken> available, Amount valueMax, int toldMax) {
        if (available.size() < toldMax) {
            return List.of();
        }
        SortedMap<Long, List<OwnedToken>> byKey = new TreeMap<>();
        available.stream()
                .filter(OwnedToken::isSpendable)
                .sorted(BY_VALUE)
                .forEach(token -> byKey.computeIfAbsent(token.certifierEpoch(), _ -> new ArrayList<>())
                        .add(token));
        return byKey.values().stream()
                .flatMap(tokens -> groups(tokens, valueMax).stream())
                .filter(group -> group.size() > 1)
                .toList();
    }

    public static Amount sum(List<OwnedToken> tokens) {
        return tokens.stream().map(OwnedToken::amount).reduce(Amount.ZERO, Amount::plus);
    }
}
