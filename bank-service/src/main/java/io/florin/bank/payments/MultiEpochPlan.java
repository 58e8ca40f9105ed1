package io.florin.bank.payments;

import io.florin.bank.payments.HiddenPlan.Due;
import io.florin.bank.payments.HiddenPlan.Part;
import io.florin.bank.payments.HiddenPlan.Step;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.ledger.Amount;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A plan for tokens that are certified under several of the certifiers' keys: one transaction proves under one key.
///
/// With tokens of one key this is [HiddenPlan]. Otherwise payments are made from those of the newest key, and tokens of
/// older ones that no payment waits for are paid to their own wallet, up to 16 at a time, which certifies what comes of
/// them under the newest: nobody learns that they were old. Payments come first. A wallet that pays nobody moves
/// nothing; what it has left when the old key ends is certified anew, by name. Pure but for what it
/// draws from the generator that it is given.
final class MultiEpochPlan {
    private MultiEpochPlan() {}

    /// @param available spendable tokens, of keys in force
    /// @param dues in the order of the payments
    /// @param valueMax of one token
    /// @param random as for [HiddenPlan]
    static List<Step> of(List<OwnedToken> available, List<Due> dues, Amount valueMax, RandomGenerator random) {
        SortedMap<Long, List<OwnedToken>> byKey = new TreeMap<>();
        Map<TransactionOutput, Long> epochs = new HashMap<>();
        for (OwnedToken token : available) {
            byKey.computeIfAbsent(token.certifierEpoch(), _ -> new ArrayList<>())
                    .add(token);
            epochs.put(token.id(), token.certifierEpoch());
        }
        Set<TransactionOutput> meant = new HashSet<>();
        dues.forEach(due -> due.token().ifPresent(meant::add));
        boolean more =
                available.stream().filter(token -> !meant.contains(token.id())).count() >= HiddenTokens.AVAILABLE_MAX;
        if (byKey.size() < 2) {
            return HiddenPlan.of(available, dues, valueMax, more, random);
        }
        long newest = byKey.lastKey();
        SortedMap<Long, List<Integer>> places = new TreeMap<>();
        for (int place = 0; place < dues.size(); place++) {
            long epoch = dues.get(place).token().map(epochs::get).orElse(newest);
            places.computeIfAbsent(epoch, _ -> new ArrayList<>()).add(place);
        }
        List<Step> steps = new ArrayList<>();
        List<Step> moves = new ArrayList<>();
        byKey.reversed().forEach((epoch, tokens) -> {
            List<Integer> own = places.getOrDefault(epoch, List.of());
            List<OwnedToken> spendable = epoch == newest
                    ? tokens
                    : tokens.stream()
                            .filter(token -> meant.contains(token.id()))
                            .toList();
            List<Due> due = own.stream().map(dues::get).toList();
            HiddenPlan.of(spendable, due, valueMax, false, random).forEach(step -> steps.add(placed(step, own)));
            if (epoch != newest) {
                moves.addAll(moves(tokens, meant, valueMax));
            }
        });
        steps.addAll(moves);
        return steps;
    }

    /// A step of a plan for some of the payments, in places among all of them.
    private static Step placed(Step step, List<Integer> places) {
        return switch (step) {
            case Step.Pay(var inputs, var payments) ->
                new Step.Pay(inputs, payments.stream().map(places::get).toList());
            case Step.Split(var inputs, var parts) ->
                new Step.Split(
                        inputs,
                        parts.stream()
                                .map(part -> new Part(
                                        part.value(),
                                        part.payments().stream()
                                                .map(places::get)
                                                .toList()))
                                .toList());
        };
    }

    private static List<Step> moves(List<OwnedToken> tokens, Set<TransactionOutput> meant, Amount valueMax) {
        List<OwnedToken> free =
                tokens.stream().filter(token -> !meant.contains(token.id())).toList();
        return HiddenSelector.groups(free, valueMax).stream()
                .map(HiddenPlan::merge)
                .toList();
    }
}
