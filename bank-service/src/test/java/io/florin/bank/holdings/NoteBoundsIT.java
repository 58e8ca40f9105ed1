package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.doubles.api.UnaskedCommitter;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedCustody;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.api.ResultsApi;
import io.florin.testkit.PostgresUnderTest;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.notes.NoteContent;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// What endorsers may make a bank keep: three notes of each that wait, seven days and a hundred blocks for a
/// transaction that nobody knows.
class NoteBoundsIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration BEHIND = Duration.ofDays(7);
    private static final int WAITING_MAX = 3;
    private static final long WINDOW = 100;

    private final TestNetwork network = new TestNetwork(6);
    private final HiddenKeys keys =
            HiddenKeys.of(WalletSeed.of(network.newBytes(WalletSeed.SIZE)), network.networkId(), 0);
    private final HiddenAccount account = keys.account(Scalar.ofLong(77), Scalar.ONE);
    private final ToldBlocks blocks = new ToldBlocks(network);
    private boolean enrolled = true;
    private final Receiver receiver =
            new Receiver(network.networkId(), keys.noteKey(), eid -> enrolled && eid.equals(account.eid()));

    private BankDatabase database;
    private JdbcClient jdbc;
    private TransactionTemplate transactions;
    private final List<HiddenNotes> opened = new ArrayList<>();
    private Instant now = NOON;
    private long height = 10;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        transactions = database.transactions();
    }

    @AfterEach
    void close() {
        opened.forEach(HiddenNotes::close);
        database.close();
    }

    /// Whatever an endorser has, in its order; it may get more.
    private static final class Told {
        private final List<NoteEntry> entries = new ArrayList<>();

        EndorserApi api() {
            return new ToldNotes((after, _) -> {
                // one at a time: a page is taken as a whole
                return entries.stream()
                        .filter(entry -> entry.position() > after)
                        .findFirst()
                        .map(entry -> new NotePage(List.of(entry), entry.position()))
                        .orElse(new NotePage(List.of(), after));
            });
        }

        void tell(NoteEntry note) {
            entries.add(new NoteEntry(entries.size() + 1L, note.transactionId(), note.output(), note.note()));
        }
    }

    private NoteEntry note() {
        HiddenOpening opening = HiddenOpening.fresh(account.eid(), Amount.of(7), network.random());
        Bytes sealed = HiddenNote.bare(opening)
                .seal(network.networkId(), account.address().noteKey(), network.random());
        return new NoteEntry(1, network.newId().toHex(), 0, Base64.getEncoder().encodeToString(sealed.toArray()));
    }

    private HiddenNotes notes(Told... endorsers) {
        HiddenNotes notes = new HiddenNotes(
                ToldNotes.numbered(List.of(endorsers).stream().map(Told::api).toList()),
                receiver,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(Duration.ofSeconds(10), WAITING_MAX));
        opened.add(notes);
        return notes;
    }

    /// However many notes it has told, and however many of them wait.
    @Test
    void aTurnWithoutNewsIsOneStatementAndOneQuestion() {
        AtomicInteger asked = new AtomicInteger();
        List<NoteEntry> entries = new ArrayList<>();
        EndorserApi endorser = new ToldNotes((after, limit) -> {
            asked.incrementAndGet();
            List<NoteEntry> page = entries.stream()
                    .filter(entry -> entry.position() > after)
                    .limit(limit)
                    .toList();
            return new NotePage(page, page.isEmpty() ? after : page.getLast().position());
        });
        HiddenNotes notes = new HiddenNotes(
                ToldNotes.numbered(List.of(endorser)),
                receiver,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(Duration.ofSeconds(60), 1_000));
        opened.add(notes);
        entries.add(numbered(1));
        assertThat(notes.follow()).isEqualTo(1);
        asked.set(0);
        assertThat(statementsOfATurn(notes, 0)).as("where it is").isEqualTo(1);
        assertThat(asked.get()).isEqualTo(1);

        entries.add(numbered(2));
        assertThat(statementsOfATurn(notes, 1))
                .as("where it is, the notes, where it is now, twice")
                .isEqualTo(4);
        for (int position = 3; position <= 60; position++) {
            entries.add(numbered(position));
        }
        assertThat(statementsOfATurn(notes, 58))
                .as("a page is as many statements as a note")
                .isEqualTo(4);
        assertThat(jdbc.sql("select count(*) from hidden_note")
                        .query(Long.class)
                        .single())
                .isEqualTo(60);
        assertThat(statementsOfATurn(notes, 0)).isEqualTo(1);
    }

    private NoteEntry numbered(long position) {
        NoteEntry told = note();
        return new NoteEntry(position, told.transactionId(), told.output(), told.note());
    }

    private long statementsOfATurn(HiddenNotes notes, int seen) {
        long before = database.statements();
        assertThat(notes.follow()).isEqualTo(seen);
        return database.statements() - before;
    }

    /// A page that goes on and has nothing is no page, and one with strangers' notes without end is not waited for.
    @Test
    @Timeout(600)
    void anEndorserThatAlwaysHasMoreHoldsBlocksUpOnce() {
        String stranger = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        AtomicInteger asked = new AtomicInteger();
        EndorserApi nothing = new ToldNotes((after, _) -> new NotePage(List.of(), after + 1));
        EndorserApi endless = new ToldNotes((after, _) -> {
            asked.incrementAndGet();
            long next = after + 1;
            return new NotePage(List.of(new NoteEntry(next, "%064x".formatted(next), 0, stranger)), next);
        });
        Told honest = new Told();
        HiddenNotes notes = new HiddenNotes(
                ToldNotes.numbered(List.of(nothing, endless, honest.api())),
                receiver,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(Duration.ofSeconds(10), WAITING_MAX));
        opened.add(notes);
        honest.tell(note());
        notes.followAll();
        int before = asked.get();
        assertThat(before).isLessThanOrEqualTo(20 * 100);
        honest.tell(note());
        notes.followAll();
        assertThat(asked.get()).as("one turn, for which nothing waits").isLessThanOrEqualTo(before + 2 * 100);
        assertThat(jdbc.sql("select count(*) from hidden_note")
                        .query(Long.class)
                        .single())
                .isEqualTo(2);
    }

    private LateNotes late() {
        ResultsApi committer = new UnaskedCommitter() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                while (blocks.height() < from + limit) {
                    blocks.add();
                }
                return ToldBlocks.answer(blocks.results(from, limit));
            }
        };
        return new LateNotes(
                committer,
                new LedgerOf(network),
                new BlockEffects(jdbc, WalletChanges.NONE, new CreditNews(() -> {})),
                jdbc,
                transactions,
                new NotePositions(jdbc, List.of(0, 1, 2)),
                () -> now,
                new LateNotes.Validity(() -> WINDOW, BEHIND));
    }

    private HiddenTokenReader reader(HiddenNotes notes, LateNotes late) {
        return new HiddenTokenReader(
                notes, receiver, HiddenBook.NONE, new UnaskedCustody(), new LedgerOf(network), jdbc, late);
    }

    /// A note is not judged before blocks were searched for it.
    @Test
    void whatWasNotLookedForIsKept() {
        Told endorser = new Told();
        endorser.tell(note());
        HiddenNotes notes = notes(endorser);
        LateNotes late = late();
        notes.follow();
        jdbc.sql("update hidden_note set hopeless_after = 5").update();
        now = NOON.plus(Duration.ofHours(1));
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).hasSize(1);
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).isEmpty();
    }

    private List<String> kept() {
        return jdbc.sql("select encode(transaction_id, 'hex') from hidden_note order by told_at, 1")
                .query(String.class)
                .list();
    }

    @Test
    void whoTellsOfNothingHoldsUpItselfOnly() {
        Told flooding = new Told();
        Told honest = new Told();
        for (int i = 0; i < 10; i++) {
            flooding.tell(note());
        }
        honest.tell(note());
        HiddenNotes notes = notes(flooding, honest);
        notes.follow();
        notes.follow();
        assertThat(kept())
                .hasSize(WAITING_MAX + 1)
                .contains(honest.entries.getFirst().transactionId());
        assertThat(notes.held()).isEqualTo(1);

        jdbc.sql("delete from hidden_note where transaction_id = ?")
                .param(Bytes32.fromHex(flooding.entries.getFirst().transactionId())
                        .toArray())
                .update(); // its block came
        notes.follow();
        assertThat(kept())
                .hasSize(WAITING_MAX + 1)
                .contains(flooding.entries.get(WAITING_MAX).transactionId());
    }

    /// Not before the last block in which it can commit, by whatever a committer is behind.
    @Test
    void whatCannotCommitAnyMoreIsForgotten() {
        Told endorser = new Told();
        endorser.tell(note());
        HiddenNotes notes = notes(endorser);
        LateNotes late = late();
        notes.follow();
        late.catchUp(reader(notes, late), height);
        now = NOON.plus(BEHIND);
        height = 1_000_000;
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).as("the committer may have been behind").hasSize(1);

        now = NOON.plus(BEHIND).plus(Duration.ofHours(2));
        late.catchUp(reader(notes, late), height);
        height += WINDOW - 1;
        now = now.plus(Duration.ofDays(1));
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).as("one more block may have it").hasSize(1);
        assertThat(late.forgotten()).isZero();

        height++;
        now = now.plus(Duration.ofDays(1));
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).isEmpty();
        assertThat(late.forgotten()).isEqualTo(1);
    }

    /// Another endorser took it only then.
    @Test
    void whatIsToldAgainWaitsFromThenOn() {
        Told first = new Told();
        Told second = new Told();
        NoteEntry told = note();
        first.tell(told);
        HiddenNotes notes = notes(first, second);
        LateNotes late = late();
        notes.follow();
        late.catchUp(reader(notes, late), height);
        now = NOON.plus(BEHIND).plus(Duration.ofHours(2));
        late.catchUp(reader(notes, late), height);
        second.tell(told);
        notes.follow();
        height += WINDOW;
        now = now.plus(Duration.ofDays(1));
        late.catchUp(reader(notes, late), height);
        assertThat(kept()).hasSize(1);
        assertThat(late.forgotten()).isZero();
    }

    /// A wallet that was rebuilt gets its credential when its notes have been read.
    @Test
    void whenPositionsArePutBackAllIsReadAgain() {
        Told endorser = new Told();
        endorser.tell(note());
        HiddenNotes notes = notes(endorser);
        enrolled = false;
        notes.follow();
        assertThat(kept()).isEmpty();
        enrolled = true;
        notes.follow();
        assertThat(kept()).isEmpty();

        jdbc.sql("update hidden_note_position set position = 0").update();
        notes.follow();
        assertThat(kept()).hasSize(1);
    }

    /// In the clear: nonsense hides no good note, and an endorser whose answers break leads to the next.
    @Test
    void noEndorserKeepsABankFromNotesInTheClear() {
        Token token = new Token(new OwnerKey(network.newKey().publicKey()), 1, Amount.of(7));
        String text = Base64.getEncoder()
                .encodeToString(new NoteContent(token, "E2E-7", "", "", "")
                        .seal(network.networkId(), keys.noteKey().publicKey(), network.random())
                        .toArray());
        String id = network.newId().toHex();
        Told lying = new Told();
        for (NoteEntry entry : List.of(
                new NoteEntry(1, "zz", 0, text),
                new NoteEntry(1, "abcd", 0, text),
                new NoteEntry(1, id, 99, text),
                new NoteEntry(1, id, 3, text))) {
            lying.tell(entry);
        }
        EndorserApi broken = new UnaskedEndorser();
        SeenOutputs seen = new SeenOutputs();
        seen.saw(Bytes.of(TransactionId.fromHex(id).value().toArray()), List.of(3));
        NoteFollower follower = new NoteFollower(
                ToldNotes.numbered(List.of(broken, lying.api())),
                new LedgerOf(network),
                keys.noteKey(),
                jdbc,
                transactions,
                seen,
                new CreditNews(() -> {}),
                () -> now);
        for (int turn = 0; turn < 6; turn++) {
            follower.follow();
        }
        assertThat(jdbc.sql("select encode(transaction_id, 'hex') || output || end_to_end_id from note")
                        .query(String.class)
                        .list())
                .containsExactly(id + "3E2E-7");

        jdbc.sql("update note_position set endorser = 1, position = 0").update();
        var withoutDatabase = new NoteFollower(
                ToldNotes.numbered(List.of(broken, lying.api())),
                new LedgerOf(network),
                keys.noteKey(),
                jdbc,
                new TransactionTemplate() {
                    @Override
                    public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                        throw new DataAccessResourceFailureException(
                                "connection lost", new SQLException("connection lost", "08006"));
                    }
                },
                seen,
                new CreditNews(() -> {}),
                () -> now);
        assertThatThrownBy(withoutDatabase::follow).isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(jdbc.sql("select endorser from note_position where id = 1")
                        .query(Integer.class)
                        .single())
                .as("it is not the endorser's fault")
                .isEqualTo(1);
    }

    /// Places that no output has, and the bank's own copies under a digest of their own.
    @Test
    void whatWasStoredOtherwiseBeforeIsPutRight() {
        PostgresUnderTest older = PostgresUnderTest.start("oldernotes");
        try (older) {
            BankDatabase.migrate(older, "10");
            JdbcClient before =
                    JdbcClient.create(new DriverManagerDataSource(older.jdbcUrl(), older.username(), older.password()));
            Bytes32 id = network.newId();
            Bytes note = Bytes.of(network.newBytes(40));
            byte[] digest = NoteDigest.of(new TransactionOutput(new TransactionId(id), 0), note)
                    .toArray();
            keep(before, new byte[] {1, 2}, digest, note, "now");
            keep(before, id.toArray(), digest, note, "now");
            keep(before, id.toArray(), Sha256.digest(note.toArray()), note, "infinity");
            BankDatabase.migrate(older, "latest");
            assertThat(before.sql("select encode(digest, 'hex') || ' ' || ask_after from hidden_note")
                            .query(String.class)
                            .list())
                    .containsExactly(Bytes.of(digest).toHex() + " infinity");
        }
    }

    /// Notes of the time when endorsers stood under their places are told again; until then they count as told now,
    /// since a note that waits for long is given up.
    @Test
    void notesOfEndorsersUnderTheirPlacesAreReadAgain() {
        try (PostgresUnderTest older = PostgresUnderTest.start("places")) {
            BankDatabase.migrate(older, "39");
            JdbcClient before =
                    JdbcClient.create(new DriverManagerDataSource(older.jdbcUrl(), older.username(), older.password()));
            before.sql("insert into hidden_note_position (endorser, position) values (1, 7)")
                    .update();
            insert(before, 1, "1");
            insert(before, 2, "null");
            BankDatabase.migrate(older, "latest");
            assertThat(before.sql("""
                select output || ' ' || coalesce(endorser::text, 'own') || ' ' || (told_at > now() - interval '1 hour')
                    || ' ' || coalesce(hopeless_after::text, 'hopeful')
                from hidden_note order by output
                """).query(String.class).list()).containsExactly("1 0 true hopeful", "2 own false 9");
            assertThat(before.sql("select count(*) from hidden_note_position")
                            .query(Long.class)
                            .single())
                    .isZero();
            assertThat(before.sql("select endorser || ' ' || position from note_position")
                            .query(String.class)
                            .list())
                    .containsExactly("0 0");
        }
    }

    private static void insert(JdbcClient before, int output, String endorser) {
        before.sql("""
            insert into hidden_note (transaction_id, output, digest, note, ask_after, told_at, hopeless_after, endorser)
            values (decode(repeat('01', 32), 'hex'), %d, decode(repeat('0%d', 32), 'hex'), '\\x01', now(),
                now() - interval '30 days', 9, %s)
            """.formatted(output, output, endorser)).update();
    }

    private static void keep(JdbcClient before, byte[] id, byte[] digest, Bytes note, String askAfter) {
        before.sql("insert into hidden_note values (?, 0, ?, ?, 0, ?::timestamptz)")
                .params(id, digest, note.toArray(), askAfter)
                .update();
    }
}
