package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.ResultsApi;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import io.florin.wallet.hidden.OtherCommitters.Sight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A ledger of 130 blocks, of which block 101 has the wallet's tokens. A committer gives at most 40 blocks at once.
class OtherCommittersTest {

    private static final int PAGE = 40;

    private static HiddenWorld world;
    private static List<OwnedToken> tokens;
    private static OwnedToken token;

    private final List<String> asked = new ArrayList<>();

    @BeforeAll
    static void makeLedger() {
        world = HiddenWorld.withCommitters(PrivacyModel.UNLINKABLE, 5);
        Wallet wallet = world.newWallet();
        world.idle(100);
        world.issue(wallet, 5, 6);
        world.idle(29);
        tokens = world.restored(wallet).holdings.unspent();
        token = tokens.getFirst();
    }

    interface Blocks {
        List<BlockResult> of(long from, int limit);
    }

    /// Anything but a range of blocks is refused.
    private ResultsApi committer(Blocks blocks) {
        return answering((from, limit) -> ToldBlocks.answer(blocks.of(from, limit)));
    }

    private ResultsApi answering(BiFunction<Long, Integer, byte[]> answer) {
        return new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                assertThat(waitMillis).isZero();
                asked.add(from + " " + limit);
                return answer.apply(from, limit);
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private ResultsApi honest() {
        return telling(settled -> settled);
    }

    private ResultsApi telling(UnaryOperator<SettledTransaction> changed) {
        ToldBlocks told = told(world.network.committer(1), changed);
        return committer((from, limit) -> told.results(from, Math.min(limit, PAGE)));
    }

    private static ToldBlocks told(Ed25519KeyPair key, UnaryOperator<SettledTransaction> changed) {
        ToldBlocks told = new ToldBlocks(world.network.genesis(), 1, key);
        for (long number = 1; number <= world.height(); number++) {
            SerialReplay.Applied block = world.block(number);
            told.add(
                    block.checkpoint().headerHash(),
                    ToldBlocks.transactionsOf(block).stream()
                            .map(settled -> settled.committed().isPresent() ? changed.apply(settled) : settled)
                            .toList());
        }
        return told;
    }

    private static OtherCommitters others(int liars, ResultsApi... apis) {
        int count = Math.max(3, 2 * liars + 1);
        List<Bytes32> keys = world.configuration().committers().keys();
        return new OtherCommitters(
                List.of(apis),
                world.network.networkId(),
                EditedConfiguration.of(world.configuration())
                        .committers(new Committers(liars, keys.subList(0, count)))
                        .build());
    }

    private static Sight sight(ResultsApi... apis) {
        return Optional.ofNullable(others(0, apis).look(tokens).get(token.id())).orElseThrow();
    }

    @Test
    void whatAnotherCommitterShowsIsConfirmed() {
        OtherCommitters others = others(0, honest());
        Map<TransactionOutput, Sight> seen = others.look(tokens);
        assertThat(seen)
                .hasSize(2)
                .allSatisfy((_, sight) -> assertThat(others.isConfirmed(sight)).isTrue());
        assertThat(others.isAlone()).isFalse();
        assertThat(others.areTooFew()).isFalse();
        assertThat(others(0).areTooFew()).isTrue();
    }

    /// Neither where a token is nor whether it is there shows in what a committer is asked.
    @Test
    void aWholeRangeIsReadWhateverIsFound() {
        others(0, honest()).look(List.of(token));
        others(0, honest()).look(List.of(moved(117)));
        assertThat(asked).hasSize(4);
        assertThat(asked.subList(0, 2)).containsExactly("101 100", "131 70").isEqualTo(asked.subList(2, 4));
        assertThatThrownBy(() -> others(0, honest()).look(List.of(token, moved(99))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static OwnedToken moved(long block) {
        return new OwnedToken(token.id(), token.token(), token.opening(), token.base(), block, Optional.empty());
    }

    @Test
    void anythingElseThanTheVeryOutputIsNone() {
        Sight none = new Sight(0, 1);
        assertThat(sight(telling(OtherCommittersTest::underAnotherId)))
                .as("another transaction")
                .isEqualTo(none);
        assertThat(sight(telling(settled ->
                        ToldBlocks.told(settled.committed().orElseThrow(), TransactionStatus.ABORTED_STALE_CONFIG))))
                .as("not committed")
                .isEqualTo(none);
        assertThat(sight(telling(OtherCommittersTest::withoutOutputs)))
                .as("no outputs")
                .isEqualTo(none);
        assertThat(sight(telling(OtherCommittersTest::reversed)))
                .as("another token there")
                .isEqualTo(none);
        assertThat(Optional.ofNullable(
                        others(0, honest()).look(List.of(moved(117))).get(token.id())))
                .as("in another block")
                .contains(none);
    }

    private static SettledTransaction underAnotherId(SettledTransaction settled) {
        return with(
                settled,
                new TransactionId(world.network.newId()),
                settled.committed().orElseThrow().writes());
    }

    private static SettledTransaction withoutOutputs(SettledTransaction settled) {
        SettlementTransaction issue = settled.committed().orElseThrow();
        Read spent = Read.token(StateKey.of(issue.namespace(), world.network.newId()));
        return ToldBlocks.told(
                new SettlementTransaction(
                        issue.id(),
                        TransactionKind.REDEEM,
                        issue.namespace(),
                        false,
                        issue.configurationVersion(),
                        issue.expiryHeight(),
                        List.of(spent, issue.reads().getFirst()),
                        List.of(new Write.Spend(0), new Write.Put(1, Bytes.EMPTY))),
                TransactionStatus.COMMITTED);
    }

    private static SettledTransaction reversed(SettledTransaction settled) {
        SettlementTransaction issue = settled.committed().orElseThrow();
        List<Write> writes = new ArrayList<>(issue.writes());
        writes.removeIf(Write.HiddenOutput.class::isInstance);
        for (Write.HiddenOutput output : issue.hiddenOutputs().reversed()) {
            writes.add(new Write.HiddenOutput(issue.hiddenOutputs().size() - 1 - output.index(), output.token()));
        }
        return with(settled, issue.id(), writes);
    }

    private static SettledTransaction with(SettledTransaction settled, TransactionId id, List<Write> writes) {
        SettlementTransaction issue = settled.committed().orElseThrow();
        return ToldBlocks.told(
                new SettlementTransaction(
                        id,
                        issue.kind(),
                        issue.namespace(),
                        issue.auditRequired(),
                        issue.configurationVersion(),
                        issue.expiryHeight(),
                        issue.reads(),
                        writes),
                TransactionStatus.COMMITTED);
    }

    /// Whoever has nothing to say of the block neither shows the token nor denies it.
    @Test
    void silenceSaysNothing() {
        Sight nothing = new Sight(0, 0);
        assertThat(sight()).isEqualTo(nothing);
        assertThat(sight(committer((_, _) -> {
                    throw new IllegalStateException("away");
                })))
                .isEqualTo(nothing);
        assertThat(sight(committer((_, _) -> List.of()))).as("behind").isEqualTo(nothing);
        ToldBlocks truth = told(world.network.committer(1), settled -> settled);
        assertThat(sight(committer((from, limit) -> truth.results(from + 1, limit))))
                .as("leaves a block out")
                .isEqualTo(nothing);
        assertThat(sight(answering((_, _) -> new byte[] {0, 0, 0, 1, 7})))
                .as("malformed")
                .isEqualTo(nothing);
        ToldBlocks forged = told(world.network.newKey(), settled -> settled);
        assertThat(sight(committer(forged::results)))
                .as("no committer signed it")
                .isEqualTo(nothing);
        assertThat(sight(committer((from, limit) -> from > 101
                        ? List.of()
                        : truth.results(from, limit).stream()
                                .map(result -> new BlockResult(result.statuses(), List.of()))
                                .toList())))
                .as("without what the committer signed")
                .isEqualTo(nothing);
        assertThat(sight(committer((_, _) -> List.of()), honest()))
                .as("the next one is asked")
                .isEqualTo(new Sight(1, 0));
    }

    /// As many as may lie, besides the one that is followed.
    @Test
    void asManyConfirmAsMakeOneHonest() {
        ResultsApi denying = telling(OtherCommittersTest::withoutOutputs);
        OtherCommitters two = others(2, honest(), denying, honest());
        Sight sight = Optional.ofNullable(two.look(tokens).get(token.id())).orElseThrow();
        assertThat(sight).isEqualTo(new Sight(2, 1));
        assertThat(two.isConfirmed(sight)).isTrue();
        assertThat(two.isConfirmed(new Sight(1, 0))).isFalse();
        assertThat(others(2, honest()).areTooFew()).isTrue();
    }

    /// More than was asked for is no answer either: nobody can make it go on for ever.
    @Test
    void aRangeEnds() {
        ToldBlocks truth = told(world.network.committer(1), settled -> settled);
        sight(committer((from, _) -> truth.results(from, 1)));
        assertThat(asked).hasSize(31).last().isEqualTo("131 70");
        asked.clear();
        ToldBlocks longer = new ToldBlocks(world.network.genesis(), 1, world.network.committer(1));
        while (longer.height() < 300) {
            longer.add();
        }
        sight(committer((from, _) -> from == 101 ? longer.results(from, 60) : longer.results(from, 100)));
        assertThat(asked).containsExactly("101 100", "161 40");
    }
}
