package io.florin.bank.protocol;

import java.util.List;

/// Hears of final statuses in block order, in the database transaction that applies the block.
public interface FinalStatusListener {

    /// The statuses of one block, also of other banks' transactions. After this call whatever expires at or before the
    /// block and was not told of can never commit.
    void onBlock(long block, List<FinalStatus> statuses);
}
