package io.florin.crypto.group;

/// Points that are as good unprepared, for the engine without native code. Takes the array.
@SuppressWarnings("ArrayRecordComponent")
record PlainTable(long[] points, int count) implements CurveEngine.Table {
    /// The points at these indexes, one after the other.
    long[] select(int[] indexes) {
        int words = points.length / count;
        long[] selected = new long[indexes.length * words];
        for (int i = 0; i < indexes.length; i++) {
            System.arraycopy(points, indexes[i] * words, selected, i * words, words);
        }
        return selected;
    }
}
