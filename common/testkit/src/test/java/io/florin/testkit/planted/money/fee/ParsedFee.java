package io.florin.testkit.planted.money.fee;

import io.florin.testkit.planted.money.ledger.Amount;

final class ParsedFee {

    private ParsedFee() {}

    static Amount of(String text) {
        return new Amount(Double.valueOf(text).longValue());
    }
}
