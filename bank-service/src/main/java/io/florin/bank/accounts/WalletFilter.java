package io.florin.bank.accounts;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Customers that a list shows: those who have a wallet in a state. One is more than a state: closed, and money came
/// all the same.
enum WalletFilter {
    ALL,
    OPENING,
    ENROLLED,
    REFUSED,
    SUSPENDED,
    REVOKED,
    CLOSING,
    CLOSED,
    CLOSED_WITH_MONEY;

    /// @return all for what is no filter
    static WalletFilter parse(@Nullable String text) {
        return Arrays.stream(values())
                .filter(each -> each.name().equals(text))
                .findFirst()
                .orElse(ALL);
    }

    /// Of the wallet; empty for all.
    String state() {
        return this == ALL ? "" : this == CLOSED_WITH_MONEY ? CLOSED.name() : name();
    }
}
