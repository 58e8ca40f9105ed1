package io.florin.fakenet;

import io.florin.bank.protocol.Holdings;
import io.florin.doubles.api.Unasked;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import java.util.Collection;

/// Holdings that nobody should ask for; tests override what is asked of them.
public class UnaskedHoldings implements Holdings {
    @Override
    public void reserve(Collection<ClientTransaction> transactions) {
        throw new Unasked("reserve");
    }

    @Override
    public void release(Collection<TransactionId> transactions) {
        throw new Unasked("release");
    }

    @Override
    public void lock(Collection<Long> wallets) {
        throw new Unasked("lock");
    }

    @Override
    public Funds funds(long wallet) {
        throw new Unasked("funds");
    }

    @Override
    public boolean awaitsScreening(long wallet) {
        throw new Unasked("awaitsScreening");
    }

    @Override
    public long block() {
        throw new Unasked("block");
    }
}
