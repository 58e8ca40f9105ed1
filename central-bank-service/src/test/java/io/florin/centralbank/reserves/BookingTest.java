package io.florin.centralbank.reserves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.centralbank.reserves.Booking.Kind;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BookingTest {

    @Test
    void movesAWithdrawalFromReservesThroughTheHoldIntoCirculation() {
        Map<String, Long> balances = book(
                Booking.opened(1, Amount.of(1_000)),
                Booking.held(1, Amount.of(300), "w"),
                Booking.withdrawn(1, Amount.of(300), "w"),
                Booking.held(1, Amount.of(50), "x"),
                Booking.released(1, Amount.of(50), "x"),
                Booking.redeemed(1, Amount.of(100), "r"),
                Booking.adjusted(1, -200, "a"),
                Booking.adjusted(1, 7, "b"));

        assertThat(balances)
                .containsEntry("SETTLEMENT", -807L)
                .containsEntry("RESERVE:1", 607L)
                .containsEntry("HELD:1", 0L)
                .containsEntry("CBDC", 200L);
        assertThat(balances.values().stream().mapToLong(Long::longValue).sum()).isZero();
    }

    @Test
    void isNothingThatDoesNotAddUp() {
        assertThatThrownBy(() -> new Booking(Kind.HELD, "x", Map.of("RESERVE:1", -5L, "HELD:1", 6L)))
                .isInstanceOf(Invariant.Broken.class);
        assertThatThrownBy(() -> new Booking(Kind.HELD, "x", Map.of("RESERVE:1", 0L)))
                .isInstanceOf(Invariant.Broken.class);
    }

    private static Map<String, Long> book(Booking... bookings) {
        Map<String, Long> balances = new TreeMap<>();
        for (Booking booking : List.of(bookings)) {
            booking.postings().forEach((account, amount) -> balances.merge(account, amount, Math::addExact));
        }
        return balances;
    }
}
