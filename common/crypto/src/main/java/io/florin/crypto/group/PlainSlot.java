package io.florin.crypto.group;

import java.util.Arrays;

/// A slot of an engine that works on arrays anyway.
///
/// @param words of the slot's point
@SuppressWarnings("ArrayRecordComponent") // the point is the slot's state, and no slot is compared
record PlainSlot(CurveEngine engine, long[] words) implements CurveEngine.Slot {
    @Override
    public boolean decode(byte[] source, int offset, int size) {
        return engine.decode(Arrays.copyOfRange(source, offset, offset + size), words);
    }

    @Override
    public boolean inGroup() {
        return engine.inGroup(words);
    }

    @Override
    public void encode(byte[] target, int offset) {
        byte[] encoded = engine.encode(words, true);
        System.arraycopy(encoded, 0, target, offset, encoded.length);
    }
}
