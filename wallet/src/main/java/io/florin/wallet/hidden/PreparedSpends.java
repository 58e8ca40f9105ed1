package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What an idle wallet has ready: spends of the tokens that its next payment will probably take. Each is given out
/// once. Any thread; preparing itself happens outside the lock.
public final class PreparedSpends {

    private final int max;
    private final Map<Tokens, PreparedSpend> ready = new LinkedHashMap<>();

    /// Tokens under the key that certified them.
    private record Tokens(Set<OutputId> ids, long certifierEpoch) {
        static Tokens of(List<OwnedToken> inputs) {
            Set<OutputId> ids = new HashSet<>();
            inputs.forEach(input -> ids.add(input.id()));
            return new Tokens(ids, inputs.getFirst().certifierEpoch());
        }
    }

    /// @param max how many are kept, some 20 KB each
    public PreparedSpends(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("at least one");
        }
        this.max = max;
    }

    /// Prepares one more spend, if one is lacking, and forgets those whose tokens are gone or whose credential is of
    /// another epoch. To be called while there is nothing else to do, until it says that there is nothing to prepare.
    ///
    /// @param free unspent tokens that no payment is using
    /// @return whether there was something to prepare
    public boolean prepareNext(HiddenPaymentBuilder builder, HiddenPayer payer, List<OwnedToken> free) {
        List<List<OwnedToken>> likely = likely(free);
        Optional<List<OwnedToken>> lacking;
        synchronized (this) {
            Set<Tokens> wanted = new HashSet<>();
            likely.forEach(inputs -> wanted.add(Tokens.of(inputs)));
            ready.entrySet()
                    .removeIf(each -> !wanted.contains(each.getKey())
                            || each.getValue().payment().credentialEpoch() != payer.epoch());
            lacking = likely.stream()
                    .filter(inputs -> !ready.containsKey(Tokens.of(inputs)))
                    .findFirst();
        }
        if (lacking.isEmpty()) {
            return false;
        }
        prepare(builder, payer, lacking.get());
        return true;
    }

    /// Prepares a spend of these tokens, which will be taken or forgotten next.
    ///
    /// @throws IllegalArgumentException if they are not the payer's or not spendable
    public void prepare(HiddenPaymentBuilder builder, HiddenPayer payer, List<OwnedToken> inputs) {
        PreparedSpend spend = builder.prepare(payer, inputs);
        synchronized (this) {
            ready.put(Tokens.of(inputs), spend);
        }
    }

    /// The spend of exactly these tokens, which is this caller's alone then.
    public synchronized Optional<PreparedSpend> take(HiddenPayer payer, List<OwnedToken> inputs) {
        return Optional.ofNullable(ready.remove(Tokens.of(inputs)))
                .filter(spend -> spend.payment().credentialEpoch() == payer.epoch()
                        && spend.payer().address().equals(payer.address()));
    }

    /// How many are ready.
    public synchronized int size() {
        return ready.size();
    }

    /// The choices of [HiddenSelector] for the amounts at which it changes, from the smallest payment on.
    private List<List<OwnedToken>> likely(List<OwnedToken> free) {
        List<List<OwnedToken>> choices = new ArrayList<>();
        Set<Tokens> seen = new HashSet<>();
        List<Amount> steps = new ArrayList<>(List.of(Amount.of(1)));
        free.stream()
                .filter(OwnedToken::isSpendable)
                .map(OwnedToken::amount)
                .sorted(Comparator.naturalOrder())
                .distinct()
                .limit(max)
                .map(amount -> amount.plus(Amount.of(1)))
                .forEach(steps::add);
        for (Amount amount : steps) {
            if (choices.size() < max
                    && HiddenSelector.DEFAULT.select(free, amount) instanceof Selection.Ready ready
                    && seen.add(Tokens.of(ready.inputs()))) {
                choices.add(ready.inputs());
            }
        }
        return choices;
    }
}
