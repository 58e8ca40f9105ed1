package io.florin.bank.network;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;

/// How far the followed committer says that it is: for those who watch the bank, and so that nothing is made under a
/// configuration that the bank has only not followed up to yet.
public final class CommitterHead {

    private final NetworkId network;
    private final CommitterApi committer;
    private volatile long block;
    private volatile long configurationVersion;

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
        configurationVersion = head.configurationVersion();
    }

    /// Whether another configuration than this one was in force when the committer was last asked: endorsers refuse
    /// what is made under an earlier one, and a payment has few attempts.
    public boolean isPast(NetworkConfiguration followed) {
        return configurationVersion > followed.version();
    }

    /// The committer's last block when it was last asked.
    public long block() {
        return block;
    }
}
