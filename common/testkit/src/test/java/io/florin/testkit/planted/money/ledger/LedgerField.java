package io.florin.testkit.planted.money.ledger;

final class LedgerField {

    private final float[] rates = {};

    int count() {
        return rates.length;
    }
}
