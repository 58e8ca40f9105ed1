package io.florin.testkit.planted.money.fee;

import io.florin.testkit.planted.money.ledger.Amount;
import java.math.BigDecimal;

final class DecimalFee {

    private DecimalFee() {}

    static Object of(BigDecimal text, Amount least) {
        return text.doubleValue() > least.minorUnits();
    }
}
