package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The unspent tokens of one account. Told twice of a token or of its end, it counts once. Owned by one thread.
public final class HiddenHoldings {

    private final HiddenAccount account;
    private final NamespaceId namespace;
    private final SortedMap<TransactionOutput, OwnedToken> unspent = new TreeMap<>();
    private final Map<StateKey, TransactionOutput> bySpentKey = new HashMap<>();

    public HiddenHoldings(HiddenAccount account, NamespaceId namespace) {
        this.account = account;
        this.namespace = namespace;
    }

    /// @return false if it is there already
    /// @throws IllegalArgumentException if it is another account's
    public boolean add(OwnedToken token) {
        if (!token.eid().equals(account.eid())) {
            throw new IllegalArgumentException("a token of another account");
        }
        if (unspent.putIfAbsent(token.id(), token) != null) {
            return false;
        }
        bySpentKey.put(account.spentKey(namespace, token), token.id());
        return true;
    }

    /// Takes the certified form of a token that is there; of another it knows nothing.
    public void certify(OwnedToken token) {
        unspent.computeIfPresent(token.id(), (_, _) -> token);
    }

    /// Takes the certification off tokens whose certifiers' key has ended: they have to be certified again.
    ///
    /// @param epochs of keys in force
    public void uncertify(Collection<Long> epochs) {
        unspent.replaceAll((_, token) -> token.certification().isPresent() && !epochs.contains(token.certifierEpoch())
                ? token.uncertified()
                : token);
    }

    /// Removes the tokens that a committed transaction spent.
    ///
    /// @param keys that it wrote to spend; those of others' tokens do no harm
    /// @return the tokens of this account among them
    public List<OwnedToken> spent(Collection<StateKey> keys) {
        return keys.stream()
                .map(key -> Optional.ofNullable(bySpentKey.remove(key)).map(unspent::remove))
                .flatMap(Optional::stream)
                .toList();
    }

    public List<OwnedToken> unspent() {
        return List.copyOf(unspent.values());
    }

    public Optional<OwnedToken> find(TransactionOutput id) {
        return Optional.ofNullable(unspent.get(id));
    }

    /// Of all unspent tokens, spendable yet or not.
    public Amount balance() {
        return HiddenSelector.sum(unspent());
    }
}
