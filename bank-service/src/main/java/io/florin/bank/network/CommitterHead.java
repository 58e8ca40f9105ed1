package io.florin.bank.network;

import io.florin.bank.protocol.SaidConfiguration;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;

/// Height that the followed committer tells: for those who watch the bank, and so that nothing is made under a
/// configuration that the bank has only not followed up to yet.
public final class CommitterHead implements SaidConfiguration {

    private final NetworkId network;
    private final CommitterApi committer;
    private volatile Said said = new Said(0, 0);

    private record Said(long block, long configurationVersion) {}

    public CommitterHead(NetworkId network, CommitterApi committer) {
        this.network = network;
        this.committer = committer;
    }

    public void refresh() {
        LedgerHead head = committer.head();
        if (!head.networkId().equals(network.toHex())) {
            throw new Failure("the committer serves another network");
        }
        said = new Said(head.number(), head.configurationVersion());
    }

    /// Whether another configuration than this one was in force when the committer was last asked: endorsers refuse
    /// what is made under an earlier one, and a payment has few attempts.
    public boolean isPast(NetworkConfiguration followed) {
        return said.configurationVersion() > followed.version();
    }

    @Override
    public boolean isReplaced(long configurationVersion, long byBlock) {
        Said last = said;
        return last.block() <= byBlock && last.configurationVersion() > configurationVersion;
    }

    /// The committer's last block when it was last asked.
    public long block() {
        return said.block();
    }
}
