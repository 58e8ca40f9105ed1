package io.florin.testkit.planted.money.fee;

import io.florin.testkit.planted.money.ledger.Amount;
import java.math.BigDecimal;

final class WholeFee {

    private WholeFee() {}

    static Amount of(BigDecimal text) {
        return new Amount(Math.addExact(text.movePointRight(2).longValueExact(), 1L));
    }
}
