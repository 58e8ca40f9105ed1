package io.florin.bank.network;

import io.florin.ledger.NetworkId;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;

/// How far the followed committer is, for those who watch the bank: nothing is decided by it.
public final class CommitterHead {

    private final NetworkId network;
    private final CommitterApi committer;
    private volatile long block;

    public CommitterHead(NetworkId network, CommitterApi committer) {
        this.network = network;
        this.committer = committer;
    }

    public void refresh() {
        LedgerHead head = committer.head();
        if (!head.networkId().equals(network.toHex())) {
            throw new Failure("the committer serves another network");
        }
        block = head.number();
    }

    /// The committer's last block when it was last asked.
    public long block() {
        return block;
    }
}
