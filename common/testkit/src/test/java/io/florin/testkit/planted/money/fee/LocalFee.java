package io.florin.testkit.planted.money.fee;

import io.florin.testkit.planted.money.ledger.Amount;

final class LocalFee {

    private LocalFee() {}

    static Amount of(Amount amount) {
        return new Amount((long) (amount.minorUnits() * 0.01));
    }
}
