package io.florin.auditor;

import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import java.math.BigInteger;
import java.util.OptionalLong;
import java.util.SortedMap;

/// An issue of 755, a payment of 300 of it and a redemption of 200 of the rest, in a block that the auditor replayed.
record ReplayedStory(ReplayedBlock block, SortedMap<Integer, BigInteger> unspent) implements ReplayState {

    static ReplayedStory clear() {
        TestNetwork network = new TestNetwork(5, AuditPolicy.NEVER);
        TestMoney money = new TestMoney(network);
        Issue issue = money.issue(755);
        Transfer payment = money.pay(TestMoney.output(issue, 0), 300);
        return of(network, issue, payment, money.redeem(TestMoney.output(payment, 1), 200));
    }

    static ReplayedStory of(HiddenStory story) {
        return of(story.network, story.all());
    }

    private static ReplayedStory of(TestNetwork network, ClientTransaction... transactions) {
        LedgerReplay replay = new LedgerReplay(network.genesis());
        Block block = new TestChain(network).append(transactions);
        var accepted = (Accepted) replay.offer(OptionalLong.empty(), Bytes.of(block.encode()));
        return new ReplayedStory(accepted.block(), replay.unspent());
    }

    @Override
    public boolean fromStore() {
        return false;
    }
}
