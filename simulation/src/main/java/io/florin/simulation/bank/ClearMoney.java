package io.florin.simulation.bank;

import io.florin.bank.payments.ChangeTokens;
import io.florin.bank.payments.Sharing;
import io.florin.bank.payments.WalletPicture.Money;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// Tokens that the ledger shows.
final class ClearMoney implements BankMoney {
    private static final int CHANGE_TOKENS_MAX = 4;

    private final Map<OwnerKey, Long> wallets;
    private final LongFunction<Sharing> sharing;
    private final Map<StateKey, Owned> tokens = new LinkedHashMap<>();

    private record Owned(long wallet, TokenReference token) {}

    /// @param wallets by the owner of their tokens
    /// @param sharing of the payments of a wallet
    ClearMoney(Map<OwnerKey, Long> wallets, LongFunction<Sharing> sharing) {
        this.wallets = wallets;
        this.sharing = sharing;
    }

    @Override
    public Set<Long> committed(SettlementTransaction transaction, long block) {
        Set<Long> changed = new TreeSet<>();
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Output(int index, Token token)) {
                Long wallet = wallets.get(token.owner());
                if (wallet != null) {
                    tokens.put(
                            transaction.keyOf(write),
                            new Owned(wallet, new TokenReference(transaction.id(), index, token)));
                    changed.add(wallet);
                }
            } else {
                tokens.remove(transaction.keyOf(write));
            }
        }
        return changed;
    }

    @Override
    public Set<Long> read(BankEntry.NotesRead notes) {
        return Set.of();
    }

    @Override
    public long positionAt(int endorser) {
        return 0;
    }

    @Override
    public boolean has(StateKey token) {
        return tokens.containsKey(token);
    }

    @Override
    public long worth(long wallet) {
        return tokens.values().stream()
                .filter(owned -> owned.wallet == wallet)
                .mapToLong(owned -> owned.token.token().value().minorUnits())
                .sum();
    }

    @Override
    public Money picture(long wallet, Predicate<StateKey> reserved, int underWay) {
        List<TokenReference> available = tokens.values().stream()
                .filter(owned -> owned.wallet == wallet && !reserved.test(owned.token.key()))
                .map(Owned::token)
                .toList();
        return new Money.Clear(available, sharing.apply(wallet), new ChangeTokens(CHANGE_TOKENS_MAX, underWay));
    }
}
