package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.group.G1;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Two of three certifiers are enough; the ledger has one block with two of the wallet's tokens.
class CollectedSharesTest {

    private static final int LIMIT = 10;
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static HiddenWorld world;
    private static List<OwnedToken> tokens;
    private static OwnedToken token;
    private static List<CertifierGroup> groups;

    private final CollectedShares collected = new CollectedShares(3, new Random(7), Duration.ZERO);

    /// Nothing here changes it.
    @BeforeAll
    static void makeLedger() {
        world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet wallet = world.newWallet();
        world.issue(wallet, 5, 6);
        tokens = world.restored(wallet).holdings.unspent();
        token = tokens.getFirst();
        groups = List.of(world.economy.certifiers().group());
    }

    private Certified share(int certifier, OwnedToken of) {
        return share(world.shares(of, certifier).getFirst().signature(), 1);
    }

    private Certified share(G1 point, long epoch) {
        return new Certified(
                token.block(),
                token.id().transaction().toHex(),
                token.id().index(),
                1,
                epoch,
                HexFormat.of().formatHex(point.encode()));
    }

    private CollectedShares.Taken shows(int certifier, Certified... shares) {
        return shows(certifier, Arrays.asList(shares));
    }

    private CollectedShares.Taken shows(int certifier, List<Certified> shares) {
        long from = collected.nextBlock(certifier).orElseThrow();
        return collected.take(
                certifier, from, LIMIT, new CertificationPage(9, token.block(), token.block() + 1, shares));
    }

    private boolean certifies() {
        return collected.combine(token).token().map(OwnedToken::isSpendable).orElse(false);
    }

    /// A second source that confirms whatever it is asked.
    private boolean asksByName() {
        confirmAll(collected);
        return collected.mayAskByName(token, NOW);
    }

    private static void confirmAll(CollectedShares shares) {
        shares.toConfirm(1).forEach(range -> range.forEach(each -> shares.confirmed(each.id(), NOW)));
    }

    /// Certifiers, as many as the threshold, are past what is wanted and have nothing of it.
    private static void lack(CollectedShares shares) {
        for (int certifier = 1; certifier <= 2; certifier++) {
            for (var from = shares.nextBlock(certifier); from.isPresent(); from = shares.nextBlock(certifier)) {
                shares.take(
                        certifier,
                        from.getAsLong(),
                        LIMIT,
                        new CertificationPage(certifier, 1_000, from.getAsLong() + 100, List.of()));
            }
        }
    }

    @Test
    void twoCertifiersAreEnough() {
        collected.want(tokens, groups);
        assertThat(collected.nextBlock(1)).hasValue(token.block());
        assertThat(shows(1, share(1, token))).isEqualTo(new CollectedShares.Taken(0, false));
        assertThat(collected.nextBlock(1)).as("the range goes on").hasValue(token.block() + 1);
        assertThat(certifies()).isFalse();
        shows(3, share(3, token));

        assertThat(certifies()).isTrue();
        collected.want(List.of(), groups);
        assertThat(collected.nextBlock(2)).isEmpty();
    }

    /// Whoever asked for it may have failed to keep it.
    @Test
    void whatWasCertifiedIsGivenAgainUntilTheTokenWaitsNoMore() {
        collected.want(tokens, groups);
        shows(1, share(1, token));
        shows(3, share(3, token));
        OwnedToken first = collected.combine(token).token().orElseThrow();
        collected.want(tokens, groups);
        assertThat(collected.combine(token).token()).contains(first);
        assertThat(collected.mayAskByName(token, NOW)).isFalse();

        collected.want(List.of(), groups);
        collected.want(tokens, groups);
        assertThat(collected.combine(token).token()).contains(first);
        assertThat(collected.nextBlock(1)).as("nothing is asked for again").hasValue(token.block() + 1);
    }

    /// Where a token is does not show in what certifiers are asked for: not whether it is in the first block of a range
    /// or in the last.
    @Test
    void whoeverHasATokenInARangeAsksForAllOfIt() {
        List<List<Long>> asked = new ArrayList<>();
        for (long block : new long[] {101, 137, 200}) {
            CollectedShares own = new CollectedShares(3, new Random(7), Duration.ZERO);
            own.want(List.of(at(block)), groups);
            List<Long> questions = new ArrayList<>();
            for (var from = own.nextBlock(2); from.isPresent(); from = own.nextBlock(2)) {
                questions.add(from.getAsLong());
                own.take(2, from.getAsLong(), LIMIT, new CertificationPage(2, 1_000, from.getAsLong() + 30, List.of()));
            }
            asked.add(questions);
        }
        assertThat(asked.getFirst()).containsExactly(101L, 131L, 161L, 191L);
        assertThat(asked).allMatch(asked.getFirst()::equals);
    }

    /// While a wallet waits at the head, what was read is remembered: the next token brings no question of its own.
    @Test
    void aTokenInWhatWasReadAsksForNothing() {
        collected.want(List.of(at(5)), groups);
        collected.take(1, 1, LIMIT, new CertificationPage(1, 40, 41, List.of(share(1, token))));
        collected.take(2, 1, LIMIT, new CertificationPage(2, 40, 41, List.of(share(2, token))));
        collected.want(List.of(), groups);
        assertThat(collected.nextBlock(1)).isEmpty();
        collected.want(List.of(token), groups);
        assertThat(collected.nextBlock(1)).hasValue(41);
        assertThat(collected.nextBlock(2)).hasValue(41);
        assertThat(certifies()).isTrue();
        assertThat(collected.nextBlock(3)).as("it was not asked before").hasValue(1);
    }

    private static OwnedToken at(long block) {
        return new OwnedToken(
                new TransactionOutput(TransactionId.fromHex("ab".repeat(32)), 0),
                token.token(),
                token.opening(),
                token.base(),
                block,
                Optional.empty());
    }

    /// However often one certifier shows a share, it is one share.
    @Test
    void ofEachCertifierOneShareCounts() {
        collected.want(tokens, groups);
        shows(1, Collections.nCopies(LIMIT, share(1, token)));
        assertThat(collected.take(1, token.id(), share(2, token))).isTrue();
        assertThat(certifies()).isFalse();
        assertThat(collected.combine(token).good()).as("nothing was tried").isZero();
        shows(2, share(2, token));

        assertThat(certifies()).isTrue();
    }

    @Test
    void refusesPagesThatAreNoAnswers() {
        collected.want(tokens, groups);
        long block = token.block();
        Certified share = share(1, token);

        assertThatThrownBy(
                        () -> collected.take(1, block, LIMIT, new CertificationPage(1, block, block, List.of(share))))
                .isInstanceOf(IllegalArgumentException.class);
        List<Certified> many = Collections.nCopies(LIMIT + 1, share);
        assertThatThrownBy(() -> collected.take(1, block, LIMIT, new CertificationPage(1, block, block + 2, many)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(collected.nextBlock(1)).hasValue(block);
        shows(2, share(2, token));
        assertThat(certifies()).as("nothing of them counts").isFalse();

        collected.take(1, block, LIMIT, new CertificationPage(1, block, block + 1, many));
        assertThat(certifies()).as("one block is given whole").isTrue();
    }

    /// Numbers at the ends of their range lead nowhere else.
    @Test
    void blocksWithoutEndAreNotFollowed() {
        collected.want(tokens, groups);
        long block = token.block();
        for (long next : new long[] {Long.MIN_VALUE, -1, 0, block}) {
            var page = new CertificationPage(1, Long.MAX_VALUE, next, List.of());
            assertThat(collected.take(1, block, LIMIT, page).more()).isFalse();
            assertThat(collected.nextBlock(1)).hasValue(block);
        }
        var last = new CertificationPage(1, Long.MAX_VALUE, Long.MAX_VALUE, List.of());
        assertThat(collected.take(1, block, LIMIT, last).more()).isFalse();
        assertThat(collected.nextBlock(1)).isEmpty();

        var behind = new CertificationPage(2, block - 1, Long.MAX_VALUE, List.of());
        assertThat(collected.take(2, block, LIMIT, behind).more()).isFalse();
        assertThat(collected.nextBlock(2)).as("it has not followed so far").hasValue(block);
        assertThat(collected.mayAskByName(token, NOW)).isFalse();
    }

    @Test
    void sharesUnderUnknownKeysAreNone() {
        collected.want(tokens, groups);
        G1 point = world.shares(token, 1).getFirst().signature();
        shows(1, share(point, 77), share(point, 0));
        assertThat(asksByName()).as("one is past the block").isFalse();
        shows(2, share(2, token));
        assertThat(certifies()).isFalse();
        assertThat(asksByName())
                .as("two are, but one of them showed its share, and the third may do so")
                .isFalse();
        shows(3);
        assertThat(asksByName()).as("two lack it").isTrue();
        assertThat(asksByName()).as("at once, then after pauses").isFalse();
        assertThat(asksByName()).isTrue();
    }

    /// A certifier that runs ahead of the configuration known here is read again when that is.
    @Test
    void blocksAreReadAgainWhenKeysChange() {
        CertifierGroup first = groups.getFirst();
        CertifierGroup second =
                new CertifierGroup(2, first.threshold(), first.groupKey(), first.verificationKeys(), first.padding());
        collected.want(tokens, groups);
        G1 point = world.shares(token, 1).getFirst().signature();
        shows(1, share(point, 2));
        assertThat(collected.nextBlock(1)).hasValue(token.block() + 1);

        collected.want(tokens, List.of(first, second));
        assertThat(collected.nextBlock(1)).hasValue(token.block());
        shows(1, share(point, 2));
        shows(2, share(world.shares(token, 2).getFirst().signature(), 2));
        assertThat(collected.combine(token).token().orElseThrow().certifierEpoch())
                .isEqualTo(2);
    }

    /// What proved wrong makes nobody ask by name: its certifier is asked for the whole block again.
    @Test
    void wrongSharesAreFetchedAgain() {
        collected.want(tokens, groups);
        shows(1, share(1, token));
        shows(2, share(2, tokens.getLast()));
        Certifications.Combined combined = collected.combine(token);
        assertThat(combined.token()).isEmpty();
        assertThat(combined.blamed()).containsExactly(2);
        assertThat(collected.mayAskByName(token, NOW)).isFalse();
        assertThat(collected.nextBlock(2)).hasValue(token.block());
        assertThat(collected.nextBlock(1)).hasValue(token.block() + 1);

        shows(2, share(2, tokens.getLast()));
        assertThat(collected.combine(token).blamed())
                .as("the same again is not tried")
                .isEmpty();
        for (int round = 0; round < 8 && collected.nextBlock(2).orElseThrow() > token.block(); round++) {
            assertThat(collected.mayAskByName(token, NOW)).isFalse();
        }
        shows(2, share(2, token));
        assertThat(certifies()).isTrue();
    }

    /// Shares of before a refresh go together, but with one bad among them nobody can tell which it is.
    @Test
    void asksByNameWhereAsManyAsTheThresholdProvedWrong() {
        collected.want(tokens, groups);
        for (int certifier = 1; certifier <= 3; certifier++) {
            shows(certifier, share(certifier, tokens.getLast()));
        }
        assertThat(collected.combine(token).blamed()).containsExactly(1, 2, 3);
        assertThat(collected.mayAskByName(token, NOW)).as("not confirmed").isFalse();
        assertThat(asksByName()).isTrue();

        collected.take(2, token.id(), share(2, token));
        collected.take(3, token.id(), share(3, token));
        assertThat(certifies()).isTrue();
    }

    /// However long it takes, and with ever longer pauses between the attempts.
    @Test
    void asksNobodyByNameWhatNobodyConfirmed() {
        collected.want(List.of(token), groups);
        assertThat(collected.toConfirm(1)).as("nobody lacks it").isEmpty();
        lack(collected);
        List<Integer> attempts = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            if (!collected.toConfirm(1).isEmpty()) {
                attempts.add(round);
            }
            assertThat(collected.mayAskByName(token, NOW)).isFalse();
        }
        assertThat(attempts).containsExactly(0, 2, 6, 14, 30);

        collected.confirmed(token.id(), NOW);
        assertThat(collected.toConfirm(1)).isEmpty();
        assertThat(collected.mayAskByName(token, NOW)).isTrue();
    }

    /// Each token waits for a time that nobody can guess, however often or seldom it is looked at meanwhile.
    @Test
    void whatIsConfirmedWaitsForARandomTime() {
        Random random = new Random(11);
        List<Long> waits = new ArrayList<>();
        for (int each = 0; each < 60; each++) {
            CollectedShares own = new CollectedShares(3, random, Duration.ofSeconds(60));
            own.want(List.of(token), groups);
            lack(own);
            confirmAll(own);
            long seconds = 0;
            while (!own.mayAskByName(token, NOW.plusSeconds(seconds))) {
                seconds++;
                assertThat(seconds).isLessThanOrEqualTo(60);
            }
            waits.add(seconds);
        }
        assertThat(waits.stream().mapToLong(Long::longValue).average().orElseThrow())
                .isBetween(23.0, 37.0);
        assertThat(Set.copyOf(waits)).hasSizeGreaterThan(25);
    }

    /// A loop that turns slowly, since much is to be done, waits no longer than one that turns fast.
    @Test
    void aSlowLoopDoesNotWaitLonger() {
        CollectedShares own = new CollectedShares(3, new Random(11), Duration.ofSeconds(60));
        own.want(List.of(token), groups);
        lack(own);
        confirmAll(own);
        assertThat(own.mayAskByName(token, NOW)).isFalse();
        assertThat(own.mayAskByName(token, NOW.plusSeconds(60))).isTrue();
    }

    /// A range is read once for all tokens in it, and each range has its turn.
    @Test
    void tokensOfARangeAreConfirmedTogether() {
        OwnedToken far = at(137);
        List<OwnedToken> all = new ArrayList<>(tokens);
        all.add(far);
        collected.want(all, groups);
        lack(collected);
        assertThat(collected.toConfirm(1))
                .satisfiesExactly(range -> assertThat(range).containsExactlyInAnyOrderElementsOf(tokens));
        assertThat(collected.toConfirm(1)).containsExactly(List.of(far));
        assertThat(collected.toConfirm(1))
                .satisfiesExactly(range -> assertThat(range).containsExactlyInAnyOrderElementsOf(tokens));

        CollectedShares other = new CollectedShares(3, new Random(7), Duration.ZERO);
        other.want(all, groups);
        lack(other);
        assertThat(other.toConfirm(9)).hasSize(2);
    }

    /// Under whatever key, but not by one certifier alone.
    @Test
    void anOutputIsShownByAsManyAsTheThreshold() {
        collected.want(tokens, groups);
        G1 point = world.shares(token, 1).getFirst().signature();
        shows(1, share(point, 77), share(point, 78));
        assertThat(collected.isShown(token)).isFalse();
        shows(3, share(point, 77));
        assertThat(collected.isShown(token)).isTrue();
        assertThat(collected.isShown(tokens.getLast())).isFalse();
    }

    @Test
    void whatIsNoPointCountsAsMalformed() {
        collected.want(tokens, groups);
        Certified good = share(1, token);
        Certified bad = new Certified(good.block(), good.transactionId(), good.output(), 1, 1, "c0");
        Certified strange = new Certified(good.block(), "zz", -1, 1, 1, "");
        assertThat(shows(1, bad, strange, bad, good).malformed()).isEqualTo(2);
        shows(2, share(2, token));
        assertThat(certifies()).isTrue();
    }
}
