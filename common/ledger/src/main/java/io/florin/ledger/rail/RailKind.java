package io.florin.ledger.rail;

import java.util.Arrays;
import java.util.Optional;

/// The form that money has on a rail; a rail has one. Numbers are wire format.
public enum RailKind {
    /// Balances of accounts (FastPay, paper 004).
    ACCOUNTS(1),
    /// Unspent outputs (ACCEPT, paper 003).
    OUTPUTS(2);

    private final int number;

    RailKind(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public static Optional<RailKind> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
