package io.florin.auditor.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Ahead;
import io.florin.auditor.replay.BlockVerdict.Refused;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LedgerReplayTest {
    private final TestNetwork network = new TestNetwork(7);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());

    @Test
    void acceptsTheNextBlockAndKnowsWhatWasSpent() {
        Issue issue = money.issue(100);
        Transfer first = money.pay(TestMoney.output(issue, 0), 60);
        Transfer second = money.pay(TestMoney.output(first, 1), 10);

        ReplayedBlock issued = accepted(chain.append(issue));
        ReplayedBlock paid = accepted(chain.append(first, second));

        assertThat(issued.committed()).hasSize(1);
        assertThat(paid.committed().get(0).spent()).containsExactly(Optional.of(Amount.of(100)));
        assertThat(paid.committed().get(1).spent()).containsExactly(Optional.of(Amount.of(40)));
        assertThat(replay.unspent()).isEqualTo(Map.of(1, BigInteger.valueOf(100)));
        assertThat(paid.checkpoint()).isEqualTo(replay.checkpoint());
    }

    @Test
    void takesARepeatAsOne() {
        Block block = chain.append(money.issue(1));
        accepted(block);

        assertThat(offer(block)).isEqualTo(new Repeat(1));
    }

    @Test
    void saysThatABlockIsAheadAndAppliesNothing() {
        chain.append(money.issue(1));
        Block second = chain.append(money.issue(2));

        assertThat(offer(second)).isEqualTo(new Ahead(2));
        assertThat(replay.height()).isZero();
    }

    @Test
    void refusesWhatIsNoBlock() {
        Block block = chain.append(money.issue(1));
        byte[] encoded = block.encode();

        assertThat(refused(replay.offer(OptionalLong.of(1), Bytes.of(new byte[] {1, 2, 3}))))
                .isEqualTo(IncidentKind.UNREADABLE_BLOCK);
        assertThat(refused(replay.offer(
                        OptionalLong.of(1), Bytes.of(java.util.Arrays.copyOf(encoded, encoded.length - 1)))))
                .isEqualTo(IncidentKind.UNREADABLE_BLOCK);
        assertThat(replay.height()).isZero();
    }

    @Test
    void refusesABlockUnderAnotherNumber() {
        Block block = chain.append(money.issue(1));

        assertThat(refused(replay.offer(OptionalLong.of(2), Bytes.of(block.encode()))))
                .isEqualTo(IncidentKind.RENUMBERED_BLOCK);
        accepted(block);
    }

    @Test
    void refusesTamperedUncertifiedAndForeignBlocksAtEveryHeight() {
        Block first = chain.append(money.issue(1));
        Block second = chain.append(money.issue(2));
        Block third = chain.append(money.issue(3));
        Block foreign = new TestChain(new TestNetwork(8)).append(money.issue(1));
        accepted(first);

        for (Block genuine : List.of(first, second, third)) {
            Block swapped = new Block(genuine.header(), genuine.certificate(), foreign.entries());
            Block uncertified = new Block(
                    genuine.header(),
                    new QuorumCertificate(genuine.certificate().signatures().subList(0, 2)),
                    genuine.entries());
            assertThat(refused(offer(swapped))).isEqualTo(IncidentKind.FORGED_BLOCK);
            assertThat(refused(offer(uncertified))).isEqualTo(IncidentKind.FORGED_BLOCK);
        }
        assertThat(refused(offer(foreign))).isEqualTo(IncidentKind.FORGED_BLOCK);
        accepted(second);
        accepted(third);
    }

    @Test
    void namesAForkOfTheCertifiedChain() {
        accepted(chain.append(money.issue(1)));
        Block other = network.block(
                1,
                network.networkId().value(),
                List.of(Bytes.of(network.endorse(List.of(money.issue(2))).encode())));
        Block besides = network.block(
                2,
                other.header().hash(),
                List.of(Bytes.of(network.endorse(List.of(money.issue(3))).encode())));

        assertThat(refused(offer(other))).isEqualTo(IncidentKind.FORKED_CHAIN);
        assertThat(refused(offer(besides))).isEqualTo(IncidentKind.FORKED_CHAIN);
        assertThat(replay.height()).isEqualTo(1);
    }

    @Test
    void storesAndReadsItsResult() {
        ReplayedBlock block = accepted(chain.append(money.issue(1)));
        ReplayResult result = new ReplayResult(block.checkpoint(), block.outcomes());

        assertThat(ReplayResult.decode(result.encode())).isEqualTo(result);
        assertThat(Bytes.of(result.encode()).toHex())
                .isEqualTo(Bytes.of(block.checkpoint().encode()).toHex() + "00000001"
                        + Bytes.of(block.outcomes().getFirst().encode()).toHex());
    }

    private BlockVerdict offer(Block block) {
        return replay.offer(OptionalLong.of(block.header().number()), Bytes.of(block.encode()));
    }

    private ReplayedBlock accepted(Block block) {
        BlockVerdict verdict = offer(block);
        assertThat(verdict).isInstanceOf(Accepted.class);
        return ((Accepted) verdict).block();
    }

    private static IncidentKind refused(BlockVerdict verdict) {
        assertThat(verdict).isInstanceOf(Refused.class);
        return ((Refused) verdict).kind();
    }
}
