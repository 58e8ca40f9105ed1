package io.florin.committer.protocol;

import java.util.List;

/// A block after the stateless checks.
///
/// @param transactions all transactions of the block in order, the place in the list being the index in the block
public record VerifiedBlock(CheckedBlock source, List<VerifiedTransaction> transactions) {

    public VerifiedBlock {
        transactions = List.copyOf(transactions);
    }

    public long number() {
        return source.number();
    }
}
