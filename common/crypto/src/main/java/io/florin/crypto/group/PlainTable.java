package io.florin.crypto.group;

/// Points that are as good unprepared, for the engine without native code. Takes the array.
@SuppressWarnings("ArrayRecordComponent")
record PlainTable(long[] points, int count) implements CurveEngine.Table {}
