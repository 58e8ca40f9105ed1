package io.florin.auditor.trace.adapter;

/// An ordered transaction. Amounts are zero unless it committed.
///
/// @param place in the block
/// @param transactionId hex; empty where none could be read
/// @param kind empty unless it committed
record TraceLine(
        long block, long place, String transactionId, String status, String kind, int namespace, Values values) {

    /// Amount that it moved.
    ///
    /// @param amountRecorded of its withdrawal or redemption record
    record Values(int inputs, int outputs, long amountIn, long amountOut, long amountRecorded) {
        static final Values NONE = new Values(0, 0, 0, 0, 0);
    }
}
