package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.Optional;

/// Windows that one authority holds of one shard of another.
///
/// @param shard the number that its owner gives it, u16
/// @param taken windows that the holder's journals have taken, all those before this number
/// @param last the latest one, signed by its owner; empty when the holder has none at hand
public record HeldWindow(int shard, long taken, Optional<ExecutedWindow> last) {

    /// @throws IllegalArgumentException if a number is out of range
    public HeldWindow {
        if (shard < 0 || shard > 0xFFFF || taken < 0) {
            throw new IllegalArgumentException("no window " + taken + " of shard " + shard);
        }
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u16(shard).u63(taken).flag(last.isPresent());
        last.ifPresent(window -> window.writeTo(writer));
    }

    public static HeldWindow readFrom(CanonicalReader reader) {
        return new HeldWindow(
                reader.u16(),
                reader.u63(),
                reader.flag() ? Optional.of(ExecutedWindow.readFrom(reader)) : Optional.empty());
    }
}
