package io.florin.committer.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.status.TransactionStatus;
import java.util.SortedMap;
import java.util.TreeMap;

/// Records of the decision log on a block that was not complete when the committer stopped.
///
/// @param statuses by index in the block
public record LoggedBlock(Bytes32 headerHash, SortedMap<Integer, TransactionStatus> statuses) {

    public LoggedBlock {
        statuses = new TreeMap<>(statuses);
    }
}
