package io.florin.ordering.blockstore;

import io.florin.ledger.Invariant;
import io.florin.ledger.block.BlockHeader;
import io.florin.ordering.protocol.Head;

/// Blocks follow each other without a gap, each naming the header before it.
public final class Succession {
    private Head head;

    public Succession(Head head) {
        this.head = head;
    }

    /// @throws Invariant.Broken when the header does not follow
    public Head next(BlockHeader header) {
        Invariant.check(
                header.number() == head.number() + 1 && header.previousHash().equals(head.hash()),
                "block " + header.number() + " does not follow block " + head.number());
        head = Head.of(header);
        return head;
    }

    public Head head() {
        return head;
    }
}
