package io.florin.wallet.hidden;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Preparations of an idle wallet: spends of the tokens that its next payment will probably take. Each is given out
/// once. Any thread; preparing itself happens outside the lock.
public final class PreparedSpends {

    private final Map<Tokens, PreparedSpend> ready;
    private int taken;

    /// Tokens under the key that certified them.
    private record Tokens(Set<TransactionOutput> ids, long certifierEpoch) {
        static Tokens of(List<OwnedToken> inputs) {
            Set<TransactionOutput> ids = new HashSet<>();
            inputs.forEach(input -> ids.add(input.id()));
            return new Tokens(ids, inputs.getFirst().certifierEpoch());
        }
    }

    /// @param max how many are kept, some 20 KB each: the latest
    public PreparedSpends(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("at least one");
        }
        this.ready = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Tokens, PreparedSpend> eldest) {
                return size() > max;
            }
        };
    }

    /// Prepares a spend of these tokens, kept until it is taken or later ones take its place.
    ///
    /// @throws IllegalArgumentException if they are not the payer's or not spendable
    public void prepare(HiddenPaymentBuilder builder, HiddenPayer payer, List<OwnedToken> inputs) {
        PreparedSpend spend = builder.prepare(payer, inputs);
        synchronized (this) {
            ready.remove(Tokens.of(inputs));
            ready.put(Tokens.of(inputs), spend);
        }
    }

    /// The spend of exactly these tokens, which is this caller's alone then.
    public synchronized Optional<PreparedSpend> take(HiddenPayer payer, List<OwnedToken> inputs) {
        Optional<PreparedSpend> spend = Optional.ofNullable(ready.remove(Tokens.of(inputs)))
                .filter(found -> found.payment().credentialEpoch() == payer.epoch()
                        && found.payer().address().equals(payer.address()));
        taken += spend.isPresent() ? 1 : 0;
        return spend;
    }

    /// Number of spends that were taken.
    public synchronized int taken() {
        return taken;
    }
}
