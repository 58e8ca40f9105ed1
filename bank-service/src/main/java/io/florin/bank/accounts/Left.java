package io.florin.bank.accounts;

import io.florin.bank.protocol.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Obstacles to a wallet's closing.
///
/// @param money minor units on the ledger, locked or not
/// @param leaving payments from the wallet that are not final, also those of later days
/// @param coming payments of this bank's wallets to it that are accepted and not final: those of later days end when
///     their day comes
/// @param held orders from it or to it that wait for a second person
/// @param notes of hidden payments to this bank, told before the closing began, whose transactions are not decided:
///     one may be for the wallet
record Left(long money, long leaving, long coming, long held, long notes) {

    boolean isNothing() {
        return money == 0 && leaving == 0 && coming == 0 && held == 0 && notes == 0;
    }

    /// Whether something may still become money of the wallet, or did already and is not booked yet.
    boolean isUnderWay() {
        return leaving > 0 || coming > 0 || notes > 0;
    }

    String words(Amounts amounts) {
        List<String> parts = new ArrayList<>();
        if (money > 0) {
            parts.add(amounts.show(money) + " on the ledger");
        }
        if (leaving > 0) {
            parts.add(leaving + " payments from it that are not final");
        }
        if (coming > 0) {
            parts.add(coming + " payments to it under way");
        }
        if (held > 0) {
            parts.add(held + " orders that wait for a second person");
        }
        return "the wallet still has " + String.join(", ", parts);
    }

    Map<String, Long> fields() {
        return Map.of("money", money, "leaving", leaving, "coming", coming, "held", held);
    }
}
