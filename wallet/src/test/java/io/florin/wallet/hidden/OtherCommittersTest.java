package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.HiddenOutputs;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import io.florin.wallet.hidden.OtherCommitters.Sight;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
        world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet wallet = world.newWallet();
        world.idle(100);
        world.issue(wallet, 5, 6);
        world.idle(29);
        tokens = world.restored(wallet).holdings.unspent();
        token = tokens.getFirst();
    }

    interface Blocks {
        List<BlockChanges> of(long from, int limit);
    }

    /// Anything but a range of blocks is refused.
    private CommitterApi committer(Blocks blocks) {
        return (CommitterApi) Proxy.newProxyInstance(
                CommitterApi.class.getClassLoader(), new Class<?>[] {CommitterApi.class}, (_, called, arguments) -> {
                    if (!called.getName().equals("changes") || arguments.length != 2) {
                        throw new UnsupportedOperationException(called.getName());
                    }
                    asked.add(arguments[0] + " " + arguments[1]);
                    return blocks.of((long) arguments[0], (int) arguments[1]);
                });
    }

    private CommitterApi honest() {
        return telling(change -> change);
    }

    private CommitterApi telling(UnaryOperator<TransactionChange> changed) {
        return committer((from, limit) -> blocks(from, Math.min(limit, PAGE), changed));
    }

    private static List<BlockChanges> blocks(long from, int limit, UnaryOperator<TransactionChange> changed) {
        return LongStream.range(from, Math.min(from + limit, world.height() + 1))
                .mapToObj(number -> new BlockChanges(
                        number,
                        "",
                        "",
                        "",
                        1,
                        "",
                        world.changes(number).stream().map(changed).toList()))
                .toList();
    }

    private static OtherCommitters others(int liars, CommitterApi... apis) {
        int count = Math.max(3, 2 * liars + 1);
        return new OtherCommitters(
                List.of(apis),
                new Committers(
                        liars,
                        IntStream.range(0, count)
                                .mapToObj(_ -> world.network.newKey().publicKey())
                                .toList()));
    }

    private static Sight sight(CommitterApi... apis) {
        return Optional.ofNullable(others(0, apis).look(tokens).get(token.id())).orElseThrow();
    }

    @Test
    void whatAnotherCommitterShowsIsConfirmed() {
        OtherCommitters others = others(0, honest());
        Map<OutputId, Sight> seen = others.look(tokens);
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
        assertThat(sight(telling(change -> with(change, "cd".repeat(32), change.status(), change.hidden()))))
                .as("another transaction")
                .isEqualTo(none);
        assertThat(sight(telling(change ->
                        with(change, change.id(), TransactionStatus.ABORTED_STALE_CONFIG.name(), change.hidden()))))
                .as("not committed")
                .isEqualTo(none);
        assertThat(sight(telling(change -> with(change, change.id(), change.status(), null))))
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

    private static TransactionChange reversed(TransactionChange change) {
        HiddenOutputs hidden = Optional.ofNullable(change.hidden()).orElseThrow();
        return with(
                change,
                change.id(),
                change.status(),
                new HiddenOutputs(
                        hidden.model(), hidden.reads(), hidden.tokens().reversed()));
    }

    private static TransactionChange with(
            TransactionChange change,
            String id,
            String status,
            @org.jspecify.annotations.Nullable HiddenOutputs hidden) {
        return new TransactionChange(
                change.index(), id, status, change.kind(), change.created(), change.spent(), "", hidden);
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
        assertThat(sight(committer((from, limit) -> blocks(from + 1, limit, change -> change))))
                .as("leaves a block out")
                .isEqualTo(nothing);
        assertThat(sight(telling(change -> with(change, change.id(), "NOTHING", change.hidden()))))
                .as("malformed")
                .isEqualTo(nothing);
        assertThat(sight(committer((_, _) -> List.of()), honest()))
                .as("the next one is asked")
                .isEqualTo(new Sight(1, 0));
    }

    /// As many as may lie, besides the one that is followed.
    @Test
    void asManyConfirmAsMakeOneHonest() {
        CommitterApi denying = telling(change -> with(change, change.id(), change.status(), null));
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
        sight(committer((from, limit) -> blocks(from, 1, change -> change)));
        assertThat(asked).hasSize(31).last().isEqualTo("131 70");
        asked.clear();
        sight(committer((from, _) -> LongStream.rangeClosed(from, from + 500)
                .mapToObj(number -> new BlockChanges(number, "", "", "", 1, "", List.of()))
                .toList()));
        assertThat(asked).isEqualTo(Arrays.asList("101 100"));
    }
}
