package io.florin.auditor.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CheckpointJoinTest {
    private final TestNetwork network = new TestNetwork(3);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final List<ReplayedBlock> replayed = new ArrayList<>();
    private final CheckpointJoin join = new CheckpointJoin(
            network.networkId(), 2, block -> replayed.get((int) block - 1).outcomes());

    @Test
    void agreesWhereTheCommitterSignedTheSame() {
        ReplayedBlock first = replay();
        ReplayedBlock second = replay();

        assertThat(take(claim(second))).isEqualTo(new Joined.Agrees(2, 0));
        assertThat(join.agreedThrough()).isZero();
        assertThat(take(claim(first))).isEqualTo(new Joined.Agrees(1, 0));
        assertThat(join.agreedThrough()).isEqualTo(2);
        assertThat(join.agreed(2)).isTrue();
        assertThat(join.firstDifference()).isZero();
    }

    @Test
    void keepsAClaimUntilItsBlockIsReplayed() {
        ReplayedBlock block = applied(chain.append(money.issue(1)));

        assertThat(take(claim(block))).isInstanceOf(Joined.Waits.class);
        replayed.add(block);
        assertThat(join.replayed(block)).containsExactly(new Joined.Agrees(1, 0));
        assertThat(join.agreedThrough()).isEqualTo(1);
    }

    @Test
    void namesTheTransactionThatTheCommitterJudgesOtherwise() {
        ReplayedBlock block = replay();
        List<TransactionOutcome> changed = new ArrayList<>(block.outcomes());
        TransactionOutcome last = changed.removeLast();
        changed.add(new TransactionOutcome(last.index(), TransactionStatus.COMMITTED, last.id(), last.digest()));

        Difference difference = differs(block, changed, block.checkpoint().stateHash());

        assertThat(difference.block()).isEqualTo(1);
        assertThat(difference.index()).isEqualTo(2);
        assertThat(difference.transaction()).isEqualTo(last.id().orElseThrow().toHex());
        assertThat(difference.detail()).contains("COMMITTED").contains("ABORTED_READ_CONFLICT");
        assertThat(join.firstDifference()).isEqualTo(1);
        assertThat(join.agreed(1)).isFalse();
    }

    @Test
    void namesALostStatusAndAStateThatDiffersAlone() {
        ReplayedBlock block = replay();
        List<TransactionOutcome> shorter =
                block.outcomes().subList(0, block.outcomes().size() - 1);

        assertThat(differs(block, shorter, block.checkpoint().stateHash()).index())
                .isEqualTo(2);
        assertThat(differs(block, block.outcomes(), Bytes32.ZERO).index()).isEqualTo(Incident.NO_INDEX);
    }

    @Test
    void trustsNobodyButTheCommitter() {
        ReplayedBlock block = replay();
        CommitterClaim genuine = claim(block);
        CommitterClaim unsigned = signed(genuine, 0, Bytes.of(new byte[64]));
        CommitterClaim stranger = signed(genuine, 1, genuine.signature());

        assertThat(take(unsigned)).isInstanceOf(Joined.Untrusted.class);
        assertThat(take(stranger)).isInstanceOf(Joined.Untrusted.class);
        assertThat(join.agreed(1)).isFalse();
    }

    @Test
    void agreesOnceOneCommitterMoreThanMayLieSignedTheSame() {
        Ed25519KeyPair second = network.newKey();
        NetworkConfiguration three = network.withThreeCommitters(second);
        ReplayedBlock alone = applied(chain.append(money.issue(1)));
        var block = new ReplayedBlock(
                alone.block(), alone.encoded(), alone.checkpoint(), alone.outcomes(), alone.committed(), three);
        replayed.add(block);
        join.replayed(block);
        CommitterClaim first = claim(block);

        assertThat(join.on(first, three)).isEqualTo(new Joined.Agrees(1, 0));
        assertThat(join.on(first, three)).as("again").isEqualTo(new Joined.Agrees(1, 0));
        assertThat(join.agreed(1)).isFalse();

        Bytes signature = second.sign(block.checkpoint().signedMessage());
        assertThat(join.on(signed(first, 1, signature), three)).isEqualTo(new Joined.Agrees(1, 1));
        assertThat(join.agreed(1)).isTrue();
        assertThat(join.agreedThrough()).isEqualTo(1);
    }

    /// Of the same place and status: a committer that counts something in the place of what was ordered.
    @Test
    void namesATransactionThatIsAnother() {
        ReplayedBlock block = replay();
        TransactionOutcome mine = block.outcomes().getFirst();
        for (TransactionOutcome other : List.of(
                new TransactionOutcome(0, mine.status(), block.outcomes().get(1).id(), mine.digest()),
                new TransactionOutcome(0, mine.status(), mine.id(), Bytes32.ZERO))) {
            List<TransactionOutcome> changed = new ArrayList<>(block.outcomes());
            changed.set(0, other);

            Difference difference = differs(block, changed, block.checkpoint().stateHash());

            assertThat(difference.index()).isZero();
            assertThat(difference.transaction())
                    .isEqualTo(mine.id().orElseThrow().toHex());
            assertThat(difference.detail()).isEqualTo("the committer names another transaction");
        }
    }

    /// As certifiers show it: statuses by place alone, and later than everybody else was told.
    @Test
    void namesTheTransactionThatACertifierWasToldIsCommitted() {
        ReplayedBlock block = replay();
        take(claim(block));
        TransactionOutcome last = block.outcomes().getLast();

        Joined joined = take(told(lie(block), 2));

        assertThat(joined).isInstanceOfSatisfying(Joined.Differs.class, differs -> {
            assertThat(differs.difference().index()).isEqualTo(2);
            assertThat(differs.difference().transaction())
                    .isEqualTo(last.id().orElseThrow().toHex());
            assertThat(differs.difference().detail())
                    .isEqualTo("the committer says COMMITTED, own ABORTED_READ_CONFLICT");
        });
        assertThat(join.firstDifference()).isEqualTo(1);
    }

    @Test
    void whatOnlyACertifierWasToldAgreesToNothing() {
        ReplayedBlock block = replay();
        CommitterClaim word = claim(block);

        assertThat(take(told(word, 1))).isEqualTo(new Joined.Agrees(1, 0));
        assertThat(take(told(word, 2))).isEqualTo(new Joined.Agrees(1, 0));
        assertThat(join.agreed(1)).isFalse();
        assertThat(join.agreedThrough()).isZero();

        take(word);
        assertThat(join.agreed(1)).isTrue();
    }

    @Test
    void aLieToACertifierIsNoPublicWord() {
        ReplayedBlock block = replay();
        Checkpoint own = block.checkpoint();
        CommitterClaim lie = claim(
                new Checkpoint(own.network(), 1, own.headerHash(), own.statusRoot(), Bytes32.ZERO), block.outcomes());

        take(told(lie, 1));
        assertThat(join.firstDifference()).isEqualTo(1);
        assertThat(join.firstPublicDifference()).isZero();

        take(lie);
        assertThat(join.firstPublicDifference()).isEqualTo(1);
    }

    /// The listener is the liar: the signature holds, the statuses beside it are made up.
    @Test
    void namesNoTransactionByStatusesThatNobodySigned() {
        ReplayedBlock block = replay();
        CommitterClaim lie = lie(block);
        List<TransactionOutcome> blamed = new ArrayList<>(lie.outcomes());
        blamed.set(0, byPlace(0, TransactionStatus.ABORTED_EXPIRED));
        List<TransactionOutcome> tooMany = new ArrayList<>(lie.outcomes());
        tooMany.add(byPlace(3, TransactionStatus.COMMITTED));

        for (List<TransactionOutcome> made : List.of(blamed, tooMany, List.<TransactionOutcome>of())) {
            CommitterClaim shown =
                    new CommitterClaim(lie.checkpoint(), 0, lie.signature(), made, lie.evidence(), Optional.empty());
            assertThat(take(told(shown, 1))).isInstanceOfSatisfying(Joined.Differs.class, differs -> {
                assertThat(differs.difference().index()).isEqualTo(Incident.NO_INDEX);
                assertThat(differs.difference().transaction()).isEmpty();
                assertThat(differs.difference().detail()).contains("not the signed ones");
            });
        }
    }

    @Test
    void whatFollowsALieFollowsTheLieToTheSameListener() {
        ReplayedBlock first = replay();
        ReplayedBlock second = replay();
        replay();

        assertThat(follows(told(lie(second), 1))).isFalse();
        assertThat(follows(told(lie(first), 2))).isFalse();
        assertThat(follows(told(lie(second), 2))).isTrue();
        assertThat(follows(lie(second))).isFalse();
        assertThat(join.firstDifference()).isEqualTo(1);
        assertThat(join.firstPublicDifference()).isEqualTo(2);
    }

    @Test
    void noticesACommitterThatSignedTwoCheckpointsOfABlockBeforeItWasReplayed() {
        ReplayedBlock block = applied(chain.append(money.issue(1)));
        Checkpoint own = block.checkpoint();
        CommitterClaim lie = CommitterClaim.of(
                network.statuses(
                        new Checkpoint(own.network(), own.number(), own.headerHash(), own.statusRoot(), Bytes32.ZERO),
                        block.outcomes()),
                Bytes.EMPTY);

        take(claim(block));
        take(lie);
        replayed.add(block);

        assertThat(join.replayed(block)).hasSize(2).anyMatch(Joined.Agrees.class::isInstance);
        assertThat(join.firstDifference()).isEqualTo(1);
    }

    @Test
    void goesOnBehindASnapshotWithTheClaimsThatWaited() {
        CommitterClaim first = claim(applied(chain.append(money.issue(1))));
        ReplayedBlock second = applied(chain.append(money.issue(2)));
        take(first);

        assertThat(join.resumed(replay)).containsExactly(new Joined.Agrees(1, 0));

        assertThat(take(claim(second))).isEqualTo(new Joined.Agrees(2, 0));
        assertThat(join.agreedThrough()).isEqualTo(2);
        ReplayedBlock third = applied(chain.append(money.issue(3)));
        replayed.addAll(List.of(second, second, third));
        join.replayed(third);
        assertThat(take(claim(third))).isEqualTo(new Joined.Agrees(3, 0));
    }

    @Test
    void keepsABoundedNumberOfClaimsWaiting() {
        List<ReplayedBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            blocks.add(applied(chain.append(money.issue(1))));
        }
        blocks.forEach(block -> take(claim(block)));

        blocks.forEach(block -> {
            replayed.add(block);
            join.replayed(block);
        });

        assertThat(join.agreedThrough()).isEqualTo(2);
        assertThat(take(claim(blocks.get(2)))).isEqualTo(new Joined.Agrees(3, 0));
    }

    private Difference differs(ReplayedBlock block, List<TransactionOutcome> outcomes, Bytes32 stateHash) {
        Checkpoint own = block.checkpoint();
        var checkpoint = new Checkpoint(
                own.network(), own.number(), own.headerHash(), StateHash.statusRoot(outcomes), stateHash);
        Joined joined = take(claim(checkpoint, outcomes));
        assertThat(joined).isInstanceOf(Joined.Differs.class);
        return ((Joined.Differs) joined).difference();
    }

    private Joined take(CommitterClaim claim) {
        return join.on(claim, network.configuration());
    }

    private boolean follows(CommitterClaim claim) {
        return ((Joined.Differs) take(claim)).follows();
    }

    /// That the last transaction is committed.
    private CommitterClaim lie(ReplayedBlock block) {
        List<TransactionOutcome> changed = new ArrayList<>(block.outcomes());
        TransactionOutcome last = changed.removeLast();
        changed.add(new TransactionOutcome(last.index(), TransactionStatus.COMMITTED, last.id(), last.digest()));
        Checkpoint own = block.checkpoint();
        return claim(
                new Checkpoint(
                        own.network(), own.number(), own.headerHash(), StateHash.statusRoot(changed), own.stateHash()),
                changed);
    }

    /// As a certifier shows it: statuses by place alone.
    private static CommitterClaim told(CommitterClaim claim, int certifier) {
        List<TransactionOutcome> byPlace = claim.outcomes().stream()
                .map(outcome -> byPlace(outcome.index(), outcome.status()))
                .toList();
        return new CommitterClaim(
                claim.checkpoint(),
                claim.committer(),
                claim.signature(),
                byPlace,
                claim.evidence(),
                Optional.of(new Peer(NodeRole.CERTIFIER, certifier)));
    }

    private static TransactionOutcome byPlace(long index, TransactionStatus status) {
        return new TransactionOutcome(index, status, Optional.empty(), Bytes32.ZERO);
    }

    private static CommitterClaim signed(CommitterClaim claim, int committer, Bytes signature) {
        return new CommitterClaim(
                claim.checkpoint(), committer, signature, claim.outcomes(), claim.evidence(), Optional.empty());
    }

    private CommitterClaim claim(ReplayedBlock block) {
        return claim(block.checkpoint(), block.outcomes());
    }

    private CommitterClaim claim(Checkpoint checkpoint, List<TransactionOutcome> outcomes) {
        BlockStatuses statuses = network.statuses(checkpoint, outcomes);
        return CommitterClaim.of(statuses, Bytes.of(statuses.encode()));
    }

    /// A block with an issue, a payment and a second payment of the same token.
    private ReplayedBlock replay() {
        Issue issue = money.issue(100);
        ReplayedBlock block = applied(chain.append(
                issue, money.pay(TestMoney.output(issue, 0), 60), money.pay(TestMoney.output(issue, 0), 50)));
        replayed.add(block);
        join.replayed(block);
        return block;
    }

    private ReplayedBlock applied(Block block) {
        return ((Accepted) replay.offer(OptionalLong.empty(), Bytes.of(block.encode()))).block();
    }
}
