package io.florin.simulation.bank;

import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.protocol.WalletInfo;
import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.simulation.hidden.HiddenWallets;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver.Received;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Tokens that notes open: before their block, or after it. Each is credited once, however many endorsers tell of it,
/// and not if it was spent meanwhile.
final class HiddenMoney implements BankMoney {
    private final HiddenWallets wallets;
    private final BankHabits habits;
    private final Supplier<NetworkConfiguration> inForce;
    private final Map<StateKey, Owned> tokens = new LinkedHashMap<>();
    private final Map<Long, Long> balances = new TreeMap<>();
    private final Map<Integer, Long> positions = new TreeMap<>();
    private final Map<TransactionId, List<StoredNote>> notes = new HashMap<>();
    private final Map<TransactionId, CommittedOutputs> committed = new HashMap<>();
    private final Set<StateKey> spent = new HashSet<>();

    private record Owned(long wallet, OwnedToken token) {}

    HiddenMoney(HiddenWallets wallets, BankHabits habits, Supplier<NetworkConfiguration> inForce) {
        this.wallets = wallets;
        this.habits = habits;
        this.inForce = inForce;
    }

    @Override
    public Set<Long> committed(SettlementTransaction transaction, long block) {
        Set<Long> changed = new TreeSet<>();
        for (StateKey key : transaction.spentKeys()) {
            spent.add(key);
            Owned gone = tokens.remove(key);
            if (gone != null) {
                balances.merge(gone.wallet, -gone.token.amount().minorUnits(), Math::addExact);
                changed.add(gone.wallet);
            }
        }
        if (!transaction.hiddenOutputs().isEmpty()) {
            committed.put(transaction.id(), CommittedOutputs.of(transaction, block));
            notes.getOrDefault(transaction.id(), List.of())
                    .forEach(note -> credit(note).ifPresent(changed::add));
        }
        return changed;
    }

    @Override
    public Set<Long> read(BankEntry.NotesRead read) {
        Set<Long> changed = new TreeSet<>();
        positions.put(read.endorser(), read.next());
        for (StoredNote note : read.notes()) {
            boolean late = committed.containsKey(note.transaction());
            if (!late || habits.takesLateNotes()) {
                notes.computeIfAbsent(note.transaction(), _ -> new ArrayList<>())
                        .add(note);
                credit(note).ifPresent(changed::add);
            }
        }
        return changed;
    }

    /// @return the wallet, if a block has the transaction and the token is new
    private Optional<Long> credit(StoredNote note) {
        Optional<Received> received = Optional.ofNullable(committed.get(note.transaction()))
                .flatMap(outputs -> wallets.received(note, outputs));
        if (received.isEmpty()) {
            return Optional.empty();
        }
        OwnedToken token = received.get().token();
        long wallet = wallets.walletOf(token.eid()).orElseThrow();
        StateKey key = wallets.spentKey(wallet, token);
        if (!habits.credits(!spent.contains(key) && !tokens.containsKey(key))) {
            return Optional.empty();
        }
        tokens.put(key, new Owned(wallet, token));
        balances.merge(wallet, token.amount().minorUnits(), Math::addExact);
        return Optional.of(wallet);
    }

    @Override
    public long positionAt(int endorser) {
        return positions.getOrDefault(endorser, 0L);
    }

    @Override
    public boolean has(StateKey token) {
        return tokens.containsKey(token);
    }

    @Override
    public long worth(long wallet) {
        return balances.getOrDefault(wallet, 0L);
    }

    @Override
    public Money picture(long wallet, Predicate<StateKey> reserved, int underWay) {
        List<OwnedToken> available = tokens.entrySet().stream()
                .filter(token -> token.getValue().wallet == wallet && !reserved.test(token.getKey()))
                .map(token -> token.getValue().token)
                .toList();
        Set<Long> epochs = new HashSet<>();
        available.forEach(token -> epochs.add(token.certifierEpoch()));
        return new Money.Hidden(available, epochs, true, WalletInfo.State.ENROLLED, wallets.valueMax(inForce.get()));
    }
}
