package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.OptionalLong;

/// An addition to a counter of the state, which must stay within a bound. Counters are not keys that transactions read:
/// two additions never conflict, and only where the bound is near does the verdict on one depend on another. Whether
/// the bound holds is decided in block order; a transaction whose bound would break is `ABORTED_BOUND_EXCEEDED`.
///
/// A counter that nobody has added to is zero; every counter is 0 to 2^63 − 1. The bound stands in the transaction, so
/// endorsers take it from the configuration and a committer knows nothing of what is counted.
///
/// Encoding, 49 bytes: tag u8 (1 raise, 2 lower), counter 32, amount u63 above zero, bound u63.
public sealed interface CounterAdd {

    /// Raises the counter, to at most `max`.
    record Raise(StateKey counter, Amount amount, Amount max) implements CounterAdd {
        public Raise {
            requireAmount(amount);
        }
    }

    /// Lowers the counter, to at least `min`.
    record Lower(StateKey counter, Amount amount, Amount min) implements CounterAdd {
        public Lower {
            requireAmount(amount);
        }
    }

    StateKey counter();

    Amount amount();

    private static void requireAmount(Amount amount) {
        if (amount.isZero()) {
            throw new IllegalArgumentException("an addition of nothing");
        }
    }

    /// The counter afterwards; empty if that would break the bound.
    ///
    /// @param value before, 0 or more
    default OptionalLong after(long value) {
        long amount = amount().minorUnits();
        return switch (this) {
            case Raise(StateKey _, Amount _, Amount max) ->
                // no sum, which might not fit
                value <= max.minorUnits() - amount ? OptionalLong.of(value + amount) : OptionalLong.empty();
            case Lower(StateKey _, Amount _, Amount min) ->
                value - amount >= min.minorUnits() ? OptionalLong.of(value - amount) : OptionalLong.empty();
        };
    }

    /// The addition as a difference, negative where it lowers.
    default long difference() {
        return switch (this) {
            case Raise raise -> raise.amount().minorUnits();
            case Lower lower -> -lower.amount().minorUnits();
        };
    }

    /// Its place in the state hash, as a value: tag u8, amount u63. The bound is in the transaction's
    /// digest, and the counter follows from all additions.
    default Bytes effect() {
        return Bytes.of(
                new CanonicalWriter(9).u8(tag()).u63(amount().minorUnits()).toByteArray());
    }

    private int tag() {
        return switch (this) {
            case Raise _ -> 1;
            case Lower _ -> 2;
        };
    }

    private long bound() {
        return switch (this) {
            case Raise(StateKey _, Amount _, Amount max) -> max.minorUnits();
            case Lower(StateKey _, Amount _, Amount min) -> min.minorUnits();
        };
    }

    default void writeTo(CanonicalWriter writer) {
        writer.u8(tag()).fixed(counter().value()).u63(amount().minorUnits()).u63(bound());
    }

    static CounterAdd readFrom(CanonicalReader reader) {
        int tag = reader.u8();
        StateKey counter = new StateKey(reader.fixed32());
        Amount amount = Amount.of(reader.u63());
        Amount bound = Amount.of(reader.u63());
        return switch (tag) {
            case 1 -> new Raise(counter, amount, bound);
            case 2 -> new Lower(counter, amount, bound);
            default -> throw new DecodeException("unknown kind of addition " + tag);
        };
    }
}
