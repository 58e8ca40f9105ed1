package io.florin.ledger.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.replay.SerialReplay.Applied;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.ResultTip.Judged;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The results that a follower takes of a committer, and those that it does not.
class ResultTipTest {
    private static final int BLOCKS = 12;

    private final TestNetwork network = new TestNetwork(31);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay replay = new SerialReplay(network.genesis());
    private final RandomWorkload workload = new RandomWorkload(network, 7);
    private final ResultTip genesis = ResultTip.of(network.genesis());

    private Applied next() {
        return replay.apply(chain.appendEntries(workload.entries(chain.height() + 1)));
    }

    /// A block with more than one committed transaction.
    private Applied full() {
        Applied applied = next();
        assertThat(applied.committed()).hasSizeGreaterThan(1);
        return applied;
    }

    private BlockResult result(Applied applied) {
        return new BlockResult(network.statuses(applied.checkpoint(), applied.outcomes()), raws(applied));
    }

    private static List<Bytes> raws(Applied applied) {
        return applied.committed().stream()
                .map(SettlementTransaction::encode)
                .map(Bytes::of)
                .toList();
    }

    private static SettledBlock settled(ResultTip tip, BlockResult result) {
        assertThat(tip.judge(result, List.of())).isInstanceOf(Judged.Settled.class);
        return ((Judged.Settled) tip.judge(result, List.of())).block();
    }

    private static Judged flawed(String reason) {
        return new Judged.Flawed(reason);
    }

    @Test
    void followsWhatTheReplaySays() {
        ResultTip tip = genesis;
        for (int i = 0; i < BLOCKS; i++) {
            Applied applied = next();
            BlockResult told = BlockResult.decode(result(applied).encode());

            SettledBlock block = settled(tip, told);

            tip = block.after();
            assertThat(block.transactions())
                    .extracting(SettledTransaction::outcome)
                    .containsExactlyElementsOf(applied.outcomes());
            assertThat(block.committed())
                    .extracting(each -> each.committed().orElseThrow())
                    .containsExactlyElementsOf(applied.committed());
            assertThat(tip)
                    .isEqualTo(new ResultTip(
                            network.networkId(), i + 1, replay.checkpoint().stateHash(), replay.configuration()));
        }
        assertThat(replay.checkpoint().number()).isEqualTo(BLOCKS);
    }

    @Test
    void takesTheConfigurationFromTheChangeThatMadeIt() {
        NetworkConfiguration changed =
                EditedConfiguration.after(network.configuration()).build();
        ConfigurationChange change = network.change(changed, 100);

        SettledBlock block = settled(genesis, result(replay.apply(chain.append(change))));

        assertThat(block.after().configuration()).isEqualTo(changed);
    }

    /// A lie that one committer would be believed for ever.
    @Test
    void takesNoConfigurationThatDoesNotFollow() {
        NetworkConfiguration inForce = network.configuration();
        NetworkConfiguration next = EditedConfiguration.after(inForce).build();
        NetworkConfiguration skipped = EditedConfiguration.after(next).build();
        NetworkConfiguration others = EditedConfiguration.after(inForce)
                .committers(network.withThreeCommitters(network.newKey()).committers())
                .build();

        assertThat(genesis.judge(made(next, 1), List.of())).isInstanceOf(Judged.Settled.class);
        assertThat(genesis.judge(made(skipped, 2), List.of()))
                .isEqualTo(flawed("the configuration does not follow the one in force"));
        assertThat(genesis.judge(made(others, 1), List.of()))
                .isEqualTo(flawed("the configuration does not follow the one in force"));
    }

    /// A result of block 1 in which this configuration came into force, whatever endorsers say.
    private BlockResult made(NetworkConfiguration configuration, long replaces) {
        var change = new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.CONFIGURATION,
                NamespaceId.CONFIGURATION,
                false,
                1,
                100,
                List.of(new Read(StateKeys.CONFIGURATION, replaces)),
                List.of(new Write.Put(0, Bytes.of(configuration.encode()))));
        Bytes raw = Bytes.of(change.encode());
        List<TransactionOutcome> outcomes = List.of(new TransactionOutcome(
                0, TransactionStatus.COMMITTED, Optional.of(change.id()), Sha256.hash(raw.toArray())));
        Bytes32 root = StateHash.statusRoot(outcomes);
        Bytes32 state = StateHash.next(genesis.stateHash(), 1, Bytes32.ZERO, root, List.of(change));
        var checkpoint = new Checkpoint(network.networkId(), 1, Bytes32.ZERO, root, state);
        return new BlockResult(network.statuses(checkpoint, outcomes), List.of(raw));
    }

    @Test
    void takesNoPlacesButThoseOfTheBlock() {
        Applied applied = full();
        TransactionOutcome first = applied.outcomes().getFirst();
        List<TransactionOutcome> moved = new ArrayList<>(applied.outcomes());
        moved.set(0, new TransactionOutcome(7, first.status(), first.id(), first.digest()));
        Checkpoint said = applied.checkpoint();
        var signed =
                new Checkpoint(said.network(), 1, said.headerHash(), StateHash.statusRoot(moved), said.stateHash());

        assertThat(genesis.judge(new BlockResult(network.statuses(signed, moved), raws(applied)), List.of()))
                .isEqualTo(flawed("the transactions are not those of the statuses"));
    }

    @Test
    void takesTheNextBlockOnly() {
        BlockResult first = result(next());
        BlockResult second = result(next());

        assertThat(genesis.judge(second, List.of())).isEqualTo(flawed("of another block than the next one"));
        ResultTip after = settled(genesis, first).after();
        assertThat(after.judge(first, List.of())).isEqualTo(flawed("of another block than the next one"));
        assertThat(ResultTip.of(new TestNetwork(32).genesis()).judge(first, List.of()))
                .isEqualTo(flawed("of another block than the next one"));
    }

    @Test
    void takesNothingThatNoCommitterSigned() {
        Applied applied = next();
        Bytes byAuditor = network.auditor().sign(applied.checkpoint().signedMessage());
        List<TransactionOutcome> fewer =
                applied.outcomes().subList(0, applied.outcomes().size() - 1);

        assertThat(genesis.judge(
                        new BlockResult(
                                new BlockStatuses(applied.checkpoint(), applied.outcomes(), 0, byAuditor),
                                raws(applied)),
                        List.of()))
                .isEqualTo(flawed("not signed by a committer"));
        assertThat(genesis.judge(
                        new BlockResult(network.statuses(applied.checkpoint(), fewer), raws(applied)), List.of()))
                .isEqualTo(flawed("not signed by a committer"));
    }

    @Test
    void takesTheCommittedTransactionsAndNoOthers() {
        Applied applied = full();
        BlockStatuses statuses = network.statuses(applied.checkpoint(), applied.outcomes());
        List<Bytes> right = raws(applied);
        List<List<Bytes>> wrong = new ArrayList<>();
        wrong.add(List.of());
        wrong.add(right.subList(1, right.size()));
        wrong.add(right.reversed());
        List<Bytes> more = new ArrayList<>(right);
        more.add(right.getFirst());
        wrong.add(more);
        byte[] altered = right.getFirst().toArray();
        altered[altered.length - 1] ^= 1;
        List<Bytes> other = new ArrayList<>(right);
        other.set(0, Bytes.of(altered));
        wrong.add(other);

        for (List<Bytes> each : wrong) {
            assertThat(genesis.judge(new BlockResult(statuses, each), List.of()))
                    .isEqualTo(flawed("the transactions are not those of the statuses"));
        }
    }

    /// Whoever was told something else of an earlier block notices at the next one.
    @Test
    void takesNothingThatDoesNotFollowFromWhatCameBefore() {
        Applied applied = next();
        ResultTip other = new ResultTip(network.networkId(), 0, Bytes32.ZERO, genesis.configuration());

        assertThat(other.judge(result(applied), List.of()))
                .isEqualTo(flawed("the state hash does not follow from the block before"));
    }

    @Test
    void takesTheSignaturesOfOneCommitterMoreThanMayLie() {
        Ed25519KeyPair second = network.newKey();
        ResultTip three =
                new ResultTip(network.networkId(), 0, genesis.stateHash(), network.withThreeCommitters(second));
        Applied applied = next();
        BlockResult result = result(applied);
        byte[] message = applied.checkpoint().signedMessage();
        var own = new CommitterSignature(0, result.statuses().signature());
        var bySecond = new CommitterSignature(1, second.sign(message));
        var byNobody = new CommitterSignature(2, second.sign(message));
        var byStranger = new CommitterSignature(200, second.sign(message));

        Judged tooFew = new Judged.Unconfirmed(1, 2);
        assertThat(three.judge(result, List.of())).isEqualTo(tooFew);
        assertThat(three.judge(result, List.of(own, own, byNobody, byStranger))).isEqualTo(tooFew);
        assertThat(three.judge(result, List.of(byNobody, bySecond))).isInstanceOf(Judged.Settled.class);
    }

    @Test
    void aCommitterThatSignsWhatCannotBeReadProvesNothing() {
        Bytes noTransaction = Bytes.of(new byte[] {1, 2, 3});
        Block block = chain.appendEntries(List.of(noTransaction));
        Applied applied = replay.apply(block);
        TransactionOutcome honest = applied.outcomes().getFirst();
        List<TransactionOutcome> lie = List.of(new TransactionOutcome(
                0, TransactionStatus.COMMITTED, Optional.of(new TransactionId(network.newId())), honest.digest()));
        Bytes32 root = StateHash.statusRoot(lie);
        Checkpoint signed = new Checkpoint(
                network.networkId(),
                1,
                block.header().hash(),
                root,
                applied.checkpoint().stateHash());

        assertThat(genesis.judge(new BlockResult(network.statuses(signed, lie), List.of(noTransaction)), List.of()))
                .isEqualTo(flawed("the transactions are not those of the statuses"));
    }

    @Test
    void oneBlockAloneIsACommittersWord() {
        next();
        Applied applied = full();
        BlockResult result = result(applied);
        NetworkConfiguration configuration = network.configuration();

        assertThat(result.signed(network.networkId(), configuration).orElseThrow())
                .extracting(SettledTransaction::outcome)
                .containsExactlyElementsOf(applied.outcomes());
        assertThat(result.signed(new TestNetwork(32).networkId(), configuration))
                .isEmpty();
        assertThat(new BlockResult(result.statuses(), List.of()).signed(network.networkId(), configuration))
                .isEmpty();
        Bytes byAuditor = network.auditor().sign(applied.checkpoint().signedMessage());
        var forged = new BlockStatuses(applied.checkpoint(), applied.outcomes(), 0, byAuditor);
        assertThat(new BlockResult(forged, result.committed()).signed(network.networkId(), configuration))
                .isEmpty();
    }

    @Test
    void aListComesBackFromItsEncoding() {
        List<BlockResult> results = List.of(result(next()), result(next()), result(next()));

        byte[] encoded = BlockResult.encodeList(
                results.stream().map(BlockResult::encode).map(Bytes::of).toList());

        assertThat(BlockResult.decodeList(encoded)).isEqualTo(results);
        assertThat(BlockResult.decodeList(BlockResult.encodeList(List.of()))).isEmpty();
    }
}
