package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.ResultTip;
import io.florin.runtime.Failure;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenWorld;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bound of what a liar among the endorsers can make a wallet keep.
class HiddenSyncTest {

    private static final int WAITING_MAX = 25;
    private static final int PAGE = 10;

    /// The last byte of a place in an encoded state without credential: behind its version and two flags.
    private static final int PLACE_AT = 10;

    private final HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
    private final WalletSeed seed = WalletSeed.of(new byte[WalletSeed.SIZE]);
    private final HiddenKeys keys = HiddenKeys.of(seed, world.network.networkId(), 0);
    private final HiddenAccount account = keys.account(Scalar.ofLong(77), Scalar.ofLong(5));
    private final HiddenState state = new HiddenState();
    private final StringWriter err = new StringWriter();
    private Optional<WalletConnection> connection = Optional.empty();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    private long sync(HiddenNode node, String... endorsers) {
        return sync(node, state, keys, account, endorsers);
    }

    private long sync(HiddenNode node, HiddenState state, HiddenKeys keys, HiddenAccount account, String... endorsers) {
        URI committer = URI.create(node.url());
        List<URI> urls = List.of(endorsers).stream().map(URI::create).toList();
        Printers printers = new Printers(new PrintWriter(new StringWriter()), new PrintWriter(err, true));
        connection = Optional.of(new WalletConnection(List.of(committer), urls, Optional.empty(), Optional.empty()));
        return new HiddenSync(
                        connection.get(),
                        printers,
                        state,
                        keys,
                        account,
                        new CertificationShares.Asked(List.of(), new Random(1), Duration.ZERO),
                        WAITING_MAX,
                        () -> now)
                .run();
    }

    private List<Long> amounts() {
        return state.tokens.values().stream()
                .map(OwnedToken::amount)
                .map(amount -> amount.minorUnits())
                .toList();
    }

    /// Payments that nobody made, without end: they take a bounded place, which is the liar's, until they would have
    /// expired, by whatever the committer was behind when they were read; true notes find theirs.
    @Test
    void whatIsInventedFillsNothing() {
        try (HiddenNode node = new HiddenNode(world)) {
            String inventor = node.url() + "/inventor";
            node.liesTo(account.address());
            world.issue(account.address(), 700);
            assertThat(sync(node, inventor, node.url())).isEqualTo(1);
            assertThat(amounts()).containsExactly(700L);
            assertThat(state.countOpened(inventor)).isBetween((long) WAITING_MAX, (long) WAITING_MAX + PAGE);
            long position = state.notePositions.getOrDefault(inventor, 0L);

            world.issue(account.address(), 30);
            assertThat(sync(node, inventor, node.url())).isEqualTo(2);
            assertThat(amounts()).containsExactlyInAnyOrder(700L, 30L);
            assertThat(state.notePositions).containsEntry(inventor, position);
            assertThat(err.toString()).contains("no block shows");

            long expiry = world.configuration().limits().expiryBlocksMax();
            world.idle((int) expiry + 101);
            sync(node, inventor, node.url());
            assertThat(state.countOpened(inventor))
                    .as("the committer may have been behind")
                    .isGreaterThanOrEqualTo(WAITING_MAX);
            now = now.plus(Duration.ofDays(7));
            sync(node, inventor, node.url());
            world.idle((int) expiry - 1);
            sync(node, inventor, node.url());
            assertThat(state.countOpened(inventor)).as("may commit still").isGreaterThanOrEqualTo(WAITING_MAX);
            world.idle(1);
            sync(node, node.url());
            assertThat(state.opened).as("expired").isEmpty();
            sync(node, inventor, node.url());
            assertThat(state.notePositions.getOrDefault(inventor, 0L)).isGreaterThan(position);
        }
    }

    /// One committer and one endorser together cannot find out who received what: the committer is asked the same by
    /// who was paid, by who was not, and by who was given notes that only say so; at first, later, and when notes come
    /// late.
    @Test
    void theCommitterIsAskedTheSameWhateverWasReceived() {
        try (HiddenNode node = new HiddenNode(world)) {
            HiddenKeys strangers =
                    HiddenKeys.of(WalletSeed.of(world.network.newBytes(WalletSeed.SIZE)), world.network.networkId(), 0);
            HiddenAccount stranger = strangers.account(Scalar.ofLong(78), Scalar.ofLong(5));
            HiddenState unpaid = new HiddenState();
            String planter = node.url() + "/planter";
            world.issue(account.address(), 700);
            world.idle(30);
            world.issue(world.newWallet().address(), 40);
            node.plants(account.address(), "ab".repeat(32), 0, 5);
            assertAskedTheSame(node, planter, () -> sync(node, unpaid, strangers, stranger, planter, node.url()));
            assertThat(amounts()).containsExactly(700L);

            node.withholdsNotes(true);
            world.issue(account.address(), 30);
            world.issue(world.newWallet().address(), 41);
            world.idle(150);
            assertAskedTheSame(node, planter, () -> sync(node, unpaid, strangers, stranger, planter, node.url()));
            assertThat(amounts()).containsExactly(700L);

            node.withholdsNotes(false);
            node.plants(account.address(), world.committed(34).getFirst().id().toHex(), 0, 6);
            world.idle(2);
            assertAskedTheSame(node, planter, () -> sync(node, unpaid, strangers, stranger, planter, node.url()));
            assertThat(amounts()).as("the late note is found in what was read").containsExactlyInAnyOrder(700L, 30L);
            assertThat(unpaid.tokens).isEmpty();
        }
    }

    private void assertAskedTheSame(HiddenNode node, String planter, Runnable other) {
        node.requests().clear();
        sync(node, planter, node.url());
        List<RecordedRequests.Request> own = toCommitter(node);
        node.requests().clear();
        other.run();
        assertThat(own).isEqualTo(toCommitter(node));
        assertThat(own)
                .extracting(RecordedRequests.Request::target)
                .allMatch(target -> target.equals("/v1/network")
                        || target.equals("/v1/ledger")
                        || target.startsWith("/v1/results?"));
    }

    private static List<RecordedRequests.Request> toCommitter(HiddenNode node) {
        return node.requests().all().stream()
                .filter(request -> !request.target().contains("/v1/notes"))
                .toList();
    }

    /// A past that is told in another way now is noticed by what the wallet keeps of the one that it knows.
    @Test
    void whatDoesNotFollowFromWhatTheWalletKnowsIsNotBelieved() {
        try (HiddenNode node = new HiddenNode(world)) {
            world.issue(account.address(), 700);
            sync(node, node.url());
            HiddenState kept = HiddenState.decode(state.encode());
            world.issue(account.address(), 30);
            node.rewrites();

            assertThatThrownBy(() -> sync(node, kept, keys, account, node.url()))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("the state hash does not follow from the block before");
            assertThat(kept.tip).isEqualTo(state.tip);
        }
    }

    /// Blocks say which configuration is in force, before and after the wallet's file is read again.
    @Test
    void theConfigurationIsThatOfTheBlocks() {
        try (HiddenNode node = new HiddenNode(world)) {
            world.issue(account.address(), 700);
            node.shows(EditedConfiguration.of(world.configuration()).version(9).build());
            sync(node, node.url());
            assertThat(connection.orElseThrow().configuration()).isEqualTo(world.configuration());

            world.change(EditedConfiguration.after(world.configuration()).build());
            HiddenState kept = HiddenState.decode(state.encode());
            assertThat(kept.tip).isEqualTo(state.tip);
            sync(node, kept, keys, account, node.url());
            assertThat(connection.orElseThrow().configuration().version()).isEqualTo(2);
            assertThat(HiddenState.decode(kept.encode()).tip)
                    .map(ResultTip::configuration)
                    .contains(world.configuration());
        }
    }

    /// A file from before had a place and no state hash: all is read again, once, and nothing counts twice.
    @Test
    void aStateWithoutAStateHashIsReadFromTheFirstBlock() {
        try (HiddenNode node = new HiddenNode(world)) {
            world.issue(account.address(), 700);
            world.idle(3);
            sync(node, node.url());
            state.tip = Optional.empty();
            byte[] older = state.encode();
            older[0] = 5;
            older[PLACE_AT] = 5; // the next block
            HiddenState kept = HiddenState.decode(older);
            world.issue(account.address(), 30);

            assertThat(blocksAsked(node, () -> sync(node, kept, keys, account, node.url())))
                    .isEqualTo("from=1&limit=100&waitMillis=0");
            assertThat(kept.tokens.values())
                    .extracting(token -> token.amount().minorUnits())
                    .containsExactlyInAnyOrder(700L, 30L);
            assertThat(kept.received).hasSize(2);
            world.idle(1);
            assertThat(blocksAsked(node, () -> sync(node, kept, keys, account, node.url())))
                    .isEqualTo("from=6&limit=100&waitMillis=0");
        }
    }

    private static String blocksAsked(HiddenNode node, Runnable sync) {
        node.requests().clear();
        sync.run();
        return node.requests().to("/v1/results?").stream()
                .map(request -> request.target().substring("/v1/results?".length()))
                .collect(Collectors.joining(" "));
    }

    /// More true notes than there are places for, and for each a lie: round by round all are found.
    @Test
    void aLongPastIsReadInRounds() {
        try (HiddenNode node = new HiddenNode(world)) {
            node.liesTo(account.address());
            long sum = 0;
            for (int block = 1; block <= 4; block++) {
                long[] values = new long[10];
                for (int i = 0; i < values.length; i++) {
                    values[i] = 100L * block + i;
                    sum += values[i];
                }
                world.issue(account.address(), values);
            }
            sync(node, node.url() + "/liar", node.url());
            assertThat(amounts().stream().mapToLong(Long::longValue).sum()).isEqualTo(sum);
            assertThat(amounts()).hasSize(40);
            assertThat(state.opened).isEmpty();
        }
    }

    @Test
    void aStateThatCouldNotBeReadAgainIsNotWritten(@TempDir Path directory) throws IOException {
        Path seedFile = directory.resolve("w");
        HiddenStateFile file = new HiddenStateFile(seedFile, seed, world.network.networkId(), 400);
        state.notePositions.put("https://one", 1L);
        file.write(state);
        byte[] before = Files.readAllBytes(file.path());
        state.notePositions.put("x".repeat(400), 1L);
        assertThatThrownBy(() -> file.write(state)).hasMessageContaining("nothing is written");
        assertThat(Files.readAllBytes(file.path())).isEqualTo(before);
        assertThat(Bytes.of(file.read().encode())).isNotEqualTo(Bytes.of(state.encode()));
        assertThat(file.read().notePositions).containsOnlyKeys("https://one");
    }
}
