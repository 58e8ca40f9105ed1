package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.CreditNews;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.notes.NoteContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Notes that a bank opens in a currency that shows whose tokens are. All of them are sealed to its key here, so what
/// it tries to open it keeps.
class ClearNotesIT {
    private final TestNetwork network = new TestNetwork(8);
    private final X25519KeyPair key = X25519KeyPair.fromSeed(network.newBytes(32));
    private final List<NoteEntry> entries = new ArrayList<>();
    private final SeenOutputs seen = new SeenOutputs();

    private BankDatabase database;
    private NoteFollower follower;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private int news;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        follower = follower();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private NoteFollower follower() {
        return follower(1);
    }

    private EndorserApi endorser() {
        return new ToldNotes((after, limit) -> {
            List<NoteEntry> page = entries.stream()
                    .filter(entry -> entry.position() > after)
                    .limit(limit)
                    .toList();
            return new NotePage(page, page.isEmpty() ? after : page.getLast().position());
        });
    }

    /// @param endorsers all with the same notes
    private NoteFollower follower(int endorsers) {
        return follower(ToldNotes.numbered(Collections.nCopies(endorsers, endorser())));
    }

    private NoteFollower follower(List<NotingEndorser> endorsers) {
        return new NoteFollower(
                endorsers,
                new LedgerOf(network),
                key,
                database.jdbc(),
                database.transactions(),
                seen,
                new CreditNews(() -> news++),
                () -> now);
    }

    /// @return id of the transaction
    private TransactionId tell(String endToEndId) {
        TransactionId id = new TransactionId(network.newId());
        Token token = new Token(new OwnerKey(network.newKey().publicKey()), 1, Amount.of(7));
        Bytes note = new NoteContent(token, endToEndId, "", "", "")
                .seal(network.networkId(), key.publicKey(), network.random());
        entries.add(new NoteEntry(
                entries.size() + 1L, id.toHex(), 0, Base64.getEncoder().encodeToString(note.toArray())));
        return id;
    }

    private void saw(TransactionId transaction, Integer... own) {
        seen.saw(Bytes.of(transaction.value().toArray()), List.of(own));
    }

    private List<String> kept() {
        return database.jdbc()
                .sql("select end_to_end_id from note order by end_to_end_id")
                .query(String.class)
                .list();
    }

    private long position() {
        return database.jdbc()
                .sql("select position from note_position where id = 1")
                .query(Long.class)
                .single();
    }

    private void read() {
        while (follower.follow() > 0) {
            assertThat(entries).isNotEmpty();
        }
    }

    /// Of the system's notes most are others'.
    @Test
    void screeningIsWokenByNotesThatAreKept() {
        saw(tell("other"));
        read();
        assertThat(news).isZero();
        saw(tell("own"), 0);
        read();
        assertThat(news).isEqualTo(1);
    }

    @Test
    void onlyNotesOnOwnOutputsAreOpened() {
        saw(tell("own"), 0);
        saw(tell("other"));
        saw(tell("otherOutput"), 1);
        read();
        assertThat(kept()).containsExactly("own");
        assertThat(position()).isEqualTo(3);
    }

    @Test
    void aNoteThatComesBeforeItsBlockWaitsForIt() {
        TransactionId early = tell("early");
        TransactionId others = tell("others");
        saw(tell("own"), 0);
        read();
        assertThat(kept()).containsExactly("own");
        assertThat(position()).isZero();

        saw(early, 0);
        read();
        assertThat(kept()).containsExactly("early", "own");

        saw(others);
        read();
        assertThat(kept()).containsExactly("early", "own");
        assertThat(position()).isEqualTo(3);
    }

    /// Its block was before the start, or never comes: only its key tells whose it is.
    @Test
    void aNoteWhoseBlockDoesNotComeSoonIsOpened() {
        tell("late");
        read();
        now = now.plus(UnseenNotes.PATIENCE_AT_FIRST).minusMillis(1);
        read();
        assertThat(kept()).isEmpty();
        now = now.plusMillis(1);
        read();
        assertThat(kept()).containsExactly("late");
        assertThat(position()).isEqualTo(1);
    }

    @Test
    void whatWaitedIsToldAgainAfterARestart() {
        TransactionId early = tell("early");
        read();
        follower = follower();
        saw(early, 0);
        read();
        assertThat(kept()).containsExactly("early");
    }

    /// Of a bank that begins anew with an endorser.
    @Test
    void whoIsFarBehindWaitsForNoBlock() {
        for (int i = 0; i < 500; i++) {
            saw(tell("other"));
        }
        entries.removeLast();
        tell("unknown");
        read();
        assertThat(kept()).containsExactly("unknown");
        assertThat(position()).isEqualTo(500);
    }

    @Test
    void aPositionThatIsPutBackIsReadFrom() {
        saw(tell("own"), 0);
        read();
        database.jdbc().sql("delete from note").update();
        database.jdbc().sql("update note_position set position = 0").update();
        read();
        assertThat(kept()).containsExactly("own");
    }

    /// One was taken out of the settings, in which another one came to its place.
    @Test
    void whatIsKnownOfAnEndorserStandsUnderItsId() {
        saw(tell("own"), 0);
        read();
        database.jdbc().sql("delete from note").update();
        follower = follower(ToldNotes.numbered(List.of(endorser(), endorser())).subList(1, 2));
        read();
        assertThat(kept()).containsExactly("own");
        assertThat(database.jdbc()
                        .sql("select endorser || ' ' || position from note_position")
                        .query(String.class)
                        .single())
                .isEqualTo("1 1");
    }

    /// While a credit waits for its note all are asked.
    @Test
    void aNoteThatSeveralEndorsersTellIsTriedOnce() {
        follower = follower(3);
        for (int i = 0; i < 4; i++) {
            saw(tell("own " + i), 0);
        }
        waitsForItsNote(tell("later"));
        follower.follow();
        follower.follow();
        assertThat(kept()).hasSize(5);
        assertThat(follower.tried()).isEqualTo(5);
    }

    /// Booked so long ago that its note should have come with the block.
    private void waitsForItsNote(TransactionId transaction) {
        saw(transaction, 0);
        byte[] key = network.newBytes(32);
        database.jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now())
            """).update();
        database.jdbc()
                .sql("insert into token values (?, 1, 7, '', 0, 1, null)")
                .param(key)
                .update();
        database.jdbc().sql("""
            insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at, custodial, state)
            values (?, 1, 7, ?, 1, 1, now() - interval '1 hour', true, 'WAITING')
            """).params(key, transaction.value().toArray()).update();
    }

    /// However many there were: the position is read, and the endorser is asked once.
    @Test
    void aTurnWithoutNewNotesIsOneStatement() {
        assertThat(statementsOfATurn()).isEqualTo(1);
        for (int i = 0; i < 300; i++) {
            saw(tell("own"), 0);
        }
        read();
        assertThat(statementsOfATurn()).isEqualTo(1);
        assertThat(position()).isEqualTo(300);
    }

    private long statementsOfATurn() {
        long before = database.statements();
        assertThat(follower.follow()).isZero();
        return database.statements() - before;
    }
}
