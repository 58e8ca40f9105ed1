package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.keys.WalletSeed;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// A payment of 30 out of 100 in block 5, whose change comes back to the bank's wallet by a note; block 10 was
/// followed.
class LateNotesIT {

    private static final long WALLET = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /// Where no endorser hangs nobody is late, however slow the machine is.
    private static final Duration ENDLESS = Duration.ofMinutes(1);

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final LateNotes.Validity VALIDITY = new LateNotes.Validity(() -> 1_000, Duration.ofDays(7));

    private final TestNetwork network = new TestNetwork(5);
    private final HiddenKeys keys =
            HiddenKeys.of(WalletSeed.of(network.newBytes(WalletSeed.SIZE)), network.networkId(), 0);
    private final HiddenAccount account = keys.account(Scalar.ofLong(77), Scalar.ONE);
    private final Receiver receiver = new Receiver(network.networkId(), keys.noteKey(), account.eid()::equals);
    private final HiddenOpening opening = HiddenOpening.fresh(account.eid(), Amount.of(70), network.random());
    private final HiddenOpening second = HiddenOpening.fresh(account.eid(), Amount.of(5), network.random());
    private final StateKey input = StateKey.of(TestNetwork.CURRENCY, network.newId());
    private final Committed change = new Committed(0, change());
    private final String changeId = change.id().toHex();
    private ToldBlocks blocks = new ToldBlocks(network);
    private final LedgerAccess ledger = answering(
            LedgerAccess.class,
            Map.of(
                    "network", _ -> network.networkId(),
                    "configuration", _ -> network.configuration(),
                    "currency", _ -> TestNetwork.CURRENCY));

    private BankDatabase database;
    private JdbcClient jdbc;
    private TransactionTemplate transactions;
    private BlockStore store;
    private LateNotes late;
    private HiddenTokenReader reader;
    private final List<HiddenNotes> opened = new ArrayList<>();
    private Instant now = NOON;
    private long height = 10;
    private long spentAt;
    private StateKey spentKey = input;
    private int calls;
    private boolean unproved;
    private final Set<Long> unsigned = new HashSet<>();
    private @Nullable Committed other;
    private Runnable whenAsked = () -> {};
    private Runnable whenOpened = () -> {};

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        transactions = database.transactions();
        store = new BlockStore(jdbc, database.batches(), WalletChanges.NONE);
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now())
            """).update();
        late = new LateNotes(committer(), ledger, store, jdbc, transactions, () -> now, VALIDITY);
        reader = reader();
    }

    @AfterEach
    void close() {
        opened.forEach(HiddenNotes::close);
        database.close();
    }

    private SettlementTransaction change() {
        var bases = OutputBases.of(PrivacyModel.ANONYMOUS, List.of(), 0);
        return spending(
                input,
                List.of(
                        new Write.HiddenOutput(0, opening.commit(bases, 0)),
                        new Write.HiddenOutput(1, second.commit(bases, 1))));
    }

    private SettlementTransaction spending(StateKey key, List<Write.HiddenOutput> outputs) {
        List<Write> writes = new ArrayList<>(List.of(new Write.Spend(0)));
        writes.addAll(outputs);
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                1_000_000,
                List.of(new Read(key, Read.FIRST)),
                writes);
    }

    /// Knows the change's transaction in block 5, and blocks up to its height, which are empty but for one.
    private CommitterApi committer() {
        return answering(
                CommitterApi.class,
                Map.of(
                        "transactions",
                        arguments -> {
                            whenAsked.run();
                            return ((List<?>) arguments[0])
                                    .stream().flatMap(id -> known((String) id)).toList();
                        },
                        "head",
                        _ -> new LedgerHead("", height, "", "", 1),
                        "results",
                        arguments -> {
                            calls++;
                            return results((long) arguments[0], (int) arguments[1]);
                        }));
    }

    private Stream<TransactionView> known(String id) {
        if (id.equals(changeId)) {
            return Stream.of(new TransactionView(changeId, "COMMITTED", 1, 5, 0));
        }
        boolean isOther = other != null && id.equals(other.id().toHex());
        return isOther ? Stream.of(new TransactionView(id, "COMMITTED", 1, 8, 0)) : Stream.empty();
    }

    private byte[] results(long from, int limit) {
        while (blocks.height() < Math.min(height, from + limit - 1)) {
            blocks.add(block(blocks.height() + 1));
        }
        return ToldBlocks.answer(blocks.results(from, limit).stream()
                .map(result -> unproved || unsigned.contains(result.number())
                        ? new BlockResult(result.statuses(), List.of())
                        : result)
                .toList());
    }

    /// In one of them, somebody else with the bank's seed spends the change.
    private SettledTransaction[] block(long number) {
        if (number == 8 && other != null) {
            return new SettledTransaction[] {ToldBlocks.told(other.transaction(), TransactionStatus.COMMITTED)};
        }
        if (number == 7 && unsigned.contains(number)) {
            SettlementTransaction strange = spending(
                    StateKey.of(TestNetwork.CURRENCY, network.newId()),
                    change.transaction().hiddenOutputs());
            return new SettledTransaction[] {ToldBlocks.told(strange, TransactionStatus.COMMITTED)};
        }
        if (number != 5 && number != spentAt) {
            return new SettledTransaction[0];
        }
        SettlementTransaction paid = change.transaction();
        return new SettledTransaction[] {
            ToldBlocks.told(number == 5 ? paid : spending(spentKey, paid.hiddenOutputs()), TransactionStatus.COMMITTED)
        };
    }

    private StateKey keyOf(int output) {
        return change.transaction().keyOf(change.transaction().hiddenOutputs().get(output));
    }

    private HiddenTokenReader reader() {
        HiddenBook book = new HiddenBook() {
            @Override
            public Optional<HiddenAccount> account(long wallet) {
                return Optional.of(account);
            }

            @Override
            public Optional<Long> walletOf(Scalar eid) {
                return Optional.of(WALLET);
            }

            @Override
            public Optional<HiddenPayer> payer(long wallet) {
                return Optional.empty();
            }
        };
        Vault vault = answering(Vault.class, Map.of("seal", arguments -> {
            whenOpened.run();
            return arguments[0];
        }));
        return new HiddenTokenReader(
                notes(), receiver, book, answering(Custody.class, Map.of("vault", _ -> vault)), ledger, jdbc, late);
    }

    private HiddenNotes notes(EndorserApi... endorsers) {
        return notes(ENDLESS, endorsers);
    }

    private HiddenNotes notes(Duration patience, EndorserApi... endorsers) {
        HiddenNotes notes = new HiddenNotes(
                Arrays.asList(endorsers),
                receiver,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(patience, 1_000));
        opened.add(notes);
        return notes;
    }

    private Bytes note() {
        return note(opening);
    }

    private Bytes note(HiddenOpening output) {
        return HiddenNote.bare(output)
                .seal(network.networkId(), account.address().noteKey(), network.random());
    }

    private static Bytes32 digest(String transaction, Bytes note) {
        return NoteDigest.of(new OutputId(TransactionId.fromHex(transaction), 0), note);
    }

    private NoteEntry entry(String transaction) {
        return new NoteEntry(1, transaction, 0, Base64.getEncoder().encodeToString(note().toArray()));
    }

    private NoteEntry entryOfSecond() {
        return new NoteEntry(
                1, changeId, 1, Base64.getEncoder().encodeToString(note(second).toArray()));
    }

    /// As the thread of another endorser does at any time.
    private void meanwhile(NoteEntry entry) {
        notes(telling(), telling(entry)).follow();
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> position(1) == 1);
    }

    private long position(int endorser) {
        return jdbc.sql("select coalesce(max(position), 0) from hidden_note_position where endorser = ?")
                .param(endorser)
                .query(Long.class)
                .single();
    }

    private static EndorserApi telling(NoteEntry... entries) {
        return answering(
                EndorserApi.class,
                Map.of(
                        "notes",
                        arguments -> (long) arguments[0] == 0
                                ? new NotePage(List.of(entries), 1)
                                : new NotePage(List.of(), (long) arguments[0])));
    }

    private static <T> T answering(Class<T> type, Map<String, Function<Object[], Object>> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, called, arguments) -> Optional.ofNullable(answers.get(called.getName()))
                        .orElseThrow(() -> new UnsupportedOperationException(called.getName()))
                        .apply(arguments)));
    }

    /// As the follower does with block 5.
    private void follow() {
        transactions.executeWithoutResult(_ -> {
            var before = new BlockStore.Created(
                    Bytes.of(input.value().toArray()),
                    WALLET,
                    100,
                    Bytes.of(network.newId().toArray()),
                    0,
                    null,
                    true);
            store.create(List.of(before), 4);
            var created = store.create(reader.created(5, List.of(change)), 5);
            var spent =
                    store.spend(List.of(Bytes.of(input.value().toArray())), 5).getFirst();
            store.book(LedgerFollower.bookings(List.of(change), created, Map.of(spent.key(), spent)), 5, now);
            jdbc.sql("delete from hidden_note").update();
            jdbc.sql("update ledger_position set block = 10").update();
        });
    }

    private List<String> entries() {
        return jdbc.sql("select block || ' ' || amount from entry order by id")
                .query(String.class)
                .list();
    }

    private long unspent() {
        return jdbc.sql("select coalesce(sum(value), 0) from token where spent_block is null")
                .query(Long.class)
                .single();
    }

    private void catchUpWith(EndorserApi endorser) {
        notes(endorser).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        late.catchUp(reader, 10);
    }

    @Test
    void moneyKnownByTheBanksOwnCopyIsNotBookedAgain() {
        Bytes own = note();
        jdbc.sql("insert into hidden_note values (?, 0, ?, ?, 0, 'infinity')")
                .params(
                        Bytes32.fromHex(changeId).toArray(),
                        digest(changeId, own).toArray(),
                        own.toArray())
                .update();
        notes(telling(new NoteEntry(1, changeId, 0, Base64.getEncoder().encodeToString(own.toArray()))))
                .follow();
        assertThat(kept()).as("the same note, whoever told it").isEqualTo(1);
        follow();
        assertThat(entries()).containsExactly("5 -30");
        catchUpWith(telling(entry(changeId)));
        assertThat(entries()).containsExactly("5 -30");
        assertThat(unspent()).isEqualTo(70);
    }

    @Test
    void aLateNoteIsAnEntryOfItsOwnAndChangesNoOther() {
        follow();
        assertThat(entries()).containsExactly("5 -100");
        catchUpWith(telling(entry(changeId)));
        assertThat(entries()).containsExactly("5 -100", "11 70");
        catchUpWith(telling(entry(changeId)));
        assertThat(entries()).containsExactly("5 -100", "11 70");
        assertThat(unspent()).isEqualTo(70);
    }

    @Test
    void whatTheCommitterDidNotSignIsAskedForAgain() {
        unproved = true;
        assertThatThrownBy(() -> catchUpWith(telling(entry(changeId)))).isInstanceOf(Failure.class);
        assertThat(kept()).isEqualTo(1);
        assertThat(entries()).isEmpty();
        unproved = false;
        late.catchUp(reader, 10);
        assertThat(entries()).containsExactly("11 70");
    }

    /// A token of block 8 is booked though nobody can tell whether that of block 5 was spent in block 7, or what block
    /// 5 did.
    @Test
    void anOldBlockThatTheCommitterDidNotSignHoldsUpNoOtherNote() {
        for (long hidden : List.of(7L, 5L)) {
            close();
            open();
            blocks = new ToldBlocks(network);
            unsigned.add(hidden);
            now = NOON;
            StateKey key = StateKey.of(TestNetwork.CURRENCY, network.newId());
            var bases = OutputBases.of(PrivacyModel.ANONYMOUS, List.of(), 0);
            HiddenOpening strangers = HiddenOpening.fresh(Scalar.ofLong(78), Amount.of(1), network.random());
            other = new Committed(
                    0,
                    spending(
                            key,
                            List.of(
                                    new Write.HiddenOutput(0, second.commit(bases, 0)),
                                    new Write.HiddenOutput(1, strangers.commit(bases, 1)))));
            String otherId = other.id().toHex();
            jdbc.sql("update ledger_position set block = 10").update();
            String sealed = Base64.getEncoder().encodeToString(note(second).toArray());
            EndorserApi both = telling(entry(changeId), new NoteEntry(2, otherId, 0, sealed));
            assertThatThrownBy(() -> catchUpWith(both))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("block " + hidden + " is not signed");
            assertThat(entries()).as("block %s", hidden).containsExactly("11 5");
            unsigned.clear();
            late.catchUp(reader, 10);
            assertThat(entries()).as("block %s", hidden).containsExactly("11 5", "11 70");
        }
    }

    @Test
    void noEndorserStopsTheLedgerByNonsense() {
        EndorserApi broken = answering(EndorserApi.class, Map.of());
        NoteEntry beyond = new NoteEntry(1, changeId, 99, entry("").note());
        EndorserApi lying = telling(entry("zz"), entry("abcd"), beyond, entry(changeId));
        notes(broken, lying).follow();
        assertThat(jdbc.sql("select count(*) from hidden_note")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    private long kept() {
        return jdbc.sql("select count(*) from hidden_note").query(Long.class).single();
    }

    /// The block is applied with what the others have, and waits no second time; what comes late is kept.
    @Test
    void anEndorserThatHangsHoldsBlocksUpOnce() {
        CountDownLatch hangs = new CountDownLatch(1);
        EndorserApi slow = answering(EndorserApi.class, Map.of("notes", arguments -> {
            await(hangs);
            return (long) arguments[0] == 0
                    ? new NotePage(List.of(entry(changeId)), 1)
                    : new NotePage(List.of(), (long) arguments[0]);
        }));
        HiddenNotes notes = notes(PATIENCE, slow, telling(entry(changeId)));
        long start = System.nanoTime();
        assertThat(notes.follow()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(PATIENCE);
        assertThat(kept()).isEqualTo(1);
        start = System.nanoTime();
        for (int block = 0; block < 20; block++) {
            notes.follow();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("each turn that waited would take the patience")
                .isLessThan(PATIENCE.multipliedBy(15));
        hangs.countDown();
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> notes.follow() + kept() >= 2);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(3, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A thousand blocks in a turn, over restarts; what was spent meanwhile is not money.
    @Test
    void theSearchOfAnOldNoteGoesOnFromTurnToTurn() {
        height = 2_500;
        spentAt = 2_100;
        spentKey = keyOf(0);
        jdbc.sql("update ledger_position set block = 2500").update();
        notes(telling(entry(changeId))).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        for (int turn = 1; turn <= 2; turn++) {
            calls = 0;
            late.catchUp(reader, 2_500);
            assertThat(calls).isBetween(20, 21);
            assertThat(kept()).isEqualTo(1);
            late = new LateNotes(committer(), ledger, store, jdbc, transactions, () -> now, VALIDITY);
        }
        late.catchUp(reader, 2_500);
        assertThat(kept()).isZero();
        assertThat(unspent()).isZero();
        assertThat(entries()).isEmpty();
        assertThat(jdbc.sql("select count(*) from late_note").query(Long.class).single())
                .isZero();
    }

    @Test
    void theSearchEndsWithTheMoneyThatNobodySpent() {
        height = 2_500;
        jdbc.sql("update ledger_position set block = 2500").update();
        notes(telling(entry(changeId))).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        late.catchUp(reader, 2_500);
        late.catchUp(reader, 2_500);
        assertThat(unspent()).isZero();
        late.catchUp(reader, 2_500);
        assertThat(unspent()).isEqualTo(70);
        assertThat(entries()).containsExactly("2501 70");
    }

    @Test
    void aNoteThatComesWhileItsBlockIsAppliedIsBookedLater() {
        transactions.executeWithoutResult(_ -> {
            assertThat(reader.created(5, List.of(change))).isEmpty();
            meanwhile(entry(changeId));
            reader.ended(List.of(committed()));
        });
        assertThat(kept()).isEqualTo(1);
        now = NOON.plus(Duration.ofMinutes(1));
        late.catchUp(reader, 10);
        assertThat(entries()).containsExactly("11 70");
    }

    @Test
    void aNoteThatComesWhileALateOneIsBookedIsBookedToo() {
        notes(telling(entry(changeId))).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        whenOpened = () -> {
            whenOpened = () -> {};
            meanwhile(entryOfSecond());
        };
        late.catchUp(reader, 10);
        assertThat(kept()).isEqualTo(1);
        now = NOON.plus(Duration.ofMinutes(2));
        late.catchUp(reader, 10);
        assertThat(kept()).isZero();
        assertThat(entries()).containsExactly("11 70", "11 5");
    }

    private FinalStatus committed() {
        return new FinalStatus(TransactionId.fromHex(changeId), TransactionStatus.COMMITTED);
    }

    /// Blocks that were read before the second note came are read again.
    @Test
    void aTokenLearnedDuringTheSearchIsLookedForFromTheStart() {
        height = 2_500;
        spentAt = 500;
        spentKey = keyOf(1);
        jdbc.sql("update ledger_position set block = 2500").update();
        notes(telling(entry(changeId))).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        late.catchUp(reader, 2_500);
        meanwhile(entryOfSecond());
        now = NOON.plus(Duration.ofMinutes(2));
        for (int turn = 0; turn < 8; turn++) {
            late.catchUp(reader, 2_500);
        }
        assertThat(kept()).isZero();
        assertThat(unspent()).isEqualTo(70);
        assertThat(entries()).containsExactly("2501 70");
    }

    /// The committer that is asked may be behind the endorsers by any number of blocks.
    @Test
    void aNoteWhoseTransactionNobodyKnowsIsAskedForLaterAndLater() {
        notes(telling(entry(network.newId().toHex()))).follow();
        for (int turn = 0; turn < 12; turn++) {
            now = now.plus(Duration.ofHours(2));
            height += 10_000;
            late.catchUp(reader, 10);
        }
        assertThat(kept()).isEqualTo(1);
        assertThat(jdbc.sql("select ask_after from hidden_note")
                        .query((row, _) -> row.getTimestamp(1).toInstant())
                        .single())
                .isEqualTo(now.plus(Duration.ofSeconds(10 << 9)));
    }

    private void releaseOwn(TransactionId id) {
        Bytes own = note();
        jdbc.sql("insert into hidden_note values (?, 0, ?, ?, 0, 'infinity', 60)")
                .params(id.value().toArray(), digest(id.toHex(), own).toArray(), own.toArray())
                .update();
        new TokenStore(jdbc, 1, WalletChanges.NONE).release(List.of(id));
    }

    /// Endorsers refused it, but one had others sign it.
    @Test
    void theBanksOwnNotesOfWhatItGaveUpAreBookedWhenItCommits() {
        releaseOwn(TransactionId.fromHex(changeId));
        late.catchUp(reader, 10);
        assertThat(entries()).containsExactly("11 70");
        assertThat(kept()).isZero();
    }

    @Test
    void theBanksOwnNotesAreForgottenOnceTheirTransactionCanNotCommit() {
        height = 59;
        releaseOwn(new TransactionId(network.newId()));
        whenAsked = () -> height = 60; // committed while its status is asked for
        late.catchUp(reader, 10);
        assertThat(kept()).isEqualTo(1);
        now = now.plus(Duration.ofHours(2));
        late.catchUp(reader, 10);
        assertThat(kept()).isZero();
    }

    /// What it had was seen by others' threads before it was kept.
    @Test
    void aNoteOfAPageThatCannotBeKeptIsTakenFromAnotherEndorser() {
        NoteEntry shared = entry(changeId);
        CountDownLatch halfRead = new CountDownLatch(1);
        List<NoteEntry> unreadable = new AbstractList<>() {
            @Override
            public NoteEntry get(int index) {
                if (index > 0) {
                    halfRead.countDown();
                    Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> position(1) == 1);
                    throw new IllegalStateException("unreadable");
                }
                return shared;
            }

            @Override
            public int size() {
                return 2;
            }
        };
        EndorserApi broken = answering(EndorserApi.class, Map.of("notes", _ -> new NotePage(unreadable, 2)));
        EndorserApi good = answering(EndorserApi.class, Map.of("notes", arguments -> {
            await(halfRead);
            return (long) arguments[0] == 0
                    ? new NotePage(List.of(shared), 1)
                    : new NotePage(List.of(), (long) arguments[0]);
        }));
        HiddenNotes notes = notes(broken, good);
        notes.follow();
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> position(1) == 1);
        assertThat(kept()).isEqualTo(1);
    }
}
