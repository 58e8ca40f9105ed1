package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.api.UnaskedEndorser;
import io.florin.fakenet.BankDatabase;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.Receiver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Progress that the database has of each endorser: when settings change, and when positions are put back.
class EndorserRowsIT extends LateNotesScenes {

    private static final String PUT_BACK = """
        update hidden_note_position set position = 0, era = era + 1, sure_block = 0, told_block = 0, ended = false,
            searching_block = null, searching_position = null
        """;

    private final List<Long> askedAfter = new ArrayList<>();

    private void height(long block) {
        height = block;
        jdbc.sql("update ledger_position set block = ?").param(block).update();
    }

    private List<Integer> rows() {
        return jdbc.sql("select endorser from hidden_note_position order by endorser")
                .query(Integer.class)
                .list();
    }

    /// One that says after which position it is asked.
    private EndorserApi recorded(NoteEntry... entries) {
        return new ToldNotes((after, limit) -> {
            askedAfter.add(after);
            return telling(entries).notes(after, limit);
        });
    }

    private HiddenNotes notesOf(NotingEndorser... endorsers) {
        HiddenNotes notes = new HiddenNotes(
                List.of(endorsers), receiver, jdbc, transactions, () -> now, new HiddenNotes.Limits(ENDLESS, 1_000));
        opened.add(notes);
        return notes;
    }

    private void start(Integer... named) {
        late = late(named);
        reader = reader();
        asked.clear();
    }

    private void turn() {
        now = now.plus(Duration.ofMinutes(1));
        late.catchUp(reader, height);
    }

    /// It may have been in the middle of what it told.
    @Test
    void whatAnEndorserToldThatIsNamedNoMoreIsLookedForOnce() {
        for (boolean ended : List.of(true, false)) {
            close();
            open();
            height(10);
            notes(telling(), telling(entry(changeId))).follow();
            jdbc.sql("update hidden_note_position set ended = ? where endorser = 1")
                    .param(ended)
                    .update();
            start(0);
            turn();
            assertThat(asked).containsExactly("1 50");
            assertThat(entries()).containsExactly("11 70");
            assertThat(rows()).containsExactly(0);

            height(120);
            jdbc.sql("update hidden_note_position set sure_block = 120").update();
            start(0);
            turn();
            assertThat(asked).as("nothing is read for who is gone").isEmpty();
        }
    }

    @Test
    void theSearchForWhoIsNamedNoMoreGoesOnAfterARestart() {
        height(2_500);
        notes(telling(), telling(entry(changeId))).follow();
        start(0, 1);
        turn();
        for (int turn = 0; turn < 2; turn++) {
            assertThat(rows()).containsExactly(0, 1);
            start(0);
            turn();
        }
        assertThat(entries()).containsExactly("2501 70");
        assertThat(rows()).containsExactly(0);
    }

    /// Perhaps with another database, whose first notes were not told yet.
    @Test
    void whoIsNamedAgainIsReadFromItsFirstNote() {
        height(10);
        notes(telling(), telling(entry(changeId))).follow();
        start(0);
        turn();
        assertThat(entries()).containsExactly("11 70");

        notes(telling(), recorded(entryOfSecond())).follow();
        assertThat(askedAfter).startsWith(0L);
        start(0, 1);
        turn();
        assertThat(asked).containsExactly("1 50");
        assertThat(entries()).containsExactly("11 70", "11 5");
    }

    /// Progress with one endorser is not taken for another's, which has its own order of notes.
    @Test
    void whatIsKnownOfAnEndorserStandsUnderItsId() {
        height(10);
        EndorserApi first = new ToldNotes((after, _) ->
                after == 0 ? new NotePage(List.of(entry(network.newId().toHex())), 7) : new NotePage(List.of(), after));
        notesOf(new NotingEndorser(4, first), new NotingEndorser(9, telling(entryOfSecond())))
                .follow();
        assertThat(rows()).containsExactly(4, 9);
        notesOf(new NotingEndorser(9, recorded())).follow();
        assertThat(askedAfter).containsExactly(1L);
        notesOf(new NotingEndorser(2, recorded()), new NotingEndorser(4, recorded()))
                .follow();
        assertThat(askedAfter).containsExactlyInAnyOrder(1L, 0L, 7L);
    }

    @Test
    void aNoteOfWhoIsGoneIsForgottenWhenItsTransactionCannotCommit() {
        height(10);
        notes(telling(), telling(entry(network.newId().toHex()))).follow();
        start(0);
        turn();
        assertThat(rows()).containsExactly(0);
        jdbc.sql("update hidden_note set hopeless_after = 5").update();
        turn();
        assertThat(late.forgotten()).isEqualTo(1);
    }

    /// It waits for the search for that endorser then.
    @Test
    void aNoteOfWhoIsGoneIsAnEndorsersThatTellsItAgain() {
        height(10);
        NoteEntry told = entry(network.newId().toHex());
        notes(telling(told)).follow();
        jdbc.sql("update hidden_note set endorser = 9").update();
        notes(telling(), telling(told)).follow();
        assertThat(jdbc.sql("select endorser from hidden_note")
                        .query(Integer.class)
                        .list())
                .containsExactly(1);
        jdbc.sql("update hidden_note set endorser = 0").update();
        notes(telling(), telling(), telling(told)).follow();
        assertThat(jdbc.sql("select endorser from hidden_note")
                        .query(Integer.class)
                        .list())
                .as("who is here keeps what it told first")
                .containsExactly(0);
    }

    /// Nothing can be missed of who has told nothing.
    @Test
    void whoWasAwayFromTheBeginningHasNoBlocksSearched() {
        height(10);
        notes(new UnaskedEndorser()).follow();
        assertThat(rows()).containsExactly(0);
        start(0);
        now = now.plus(Duration.ofHours(1));
        turn();
        now = now.plus(Duration.ofHours(1));
        turn();
        assertThat(asked).isEmpty();
    }

    /// The first page of all: what was opened of it before a wallet was known does not count.
    @Test
    void aPageThatIsUnderWayWhenPositionsArePutBackIsReadAgain() {
        height(10);
        AtomicBoolean known = new AtomicBoolean();
        Receiver late = new Receiver(network.networkId(), keys.noteKey(), _ -> {
            if (!known.getAndSet(true)) {
                jdbc.sql(PUT_BACK).update();
                return false;
            }
            return true;
        });
        HiddenNotes notes = new HiddenNotes(
                ToldNotes.numbered(List.of(telling(entry(changeId)))),
                late,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(ENDLESS, 1_000));
        opened.add(notes);
        notes.follow();
        assertThat(jdbc.sql("select count(*) from hidden_note")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
        assertThat(position(0)).isEqualTo(1);
    }

    /// Its position is 0 before and after.
    @Test
    void whoHasNothingIsAtItsEndAgainOnceItWasPutBack() {
        height(10);
        HiddenNotes notes = notes(telling());
        notes.follow();
        jdbc.sql(PUT_BACK).update();
        notes.follow();
        assertThat(jdbc.sql("select ended and told_block = 10 from hidden_note_position")
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    /// Whoever holds the first row gets the second one, though they were written in another order.
    @Test
    void rowsAreLockedInOneOrder() throws Exception {
        jdbc.sql("""
            insert into hidden_note_position (endorser, position, searching_block, searching_position)
            values (1, 3, 2, 3), (0, 3, 2, 3)
            """).update();
        NotePositions positions = new NotePositions(jdbc, List.of(0, 1));
        CompletableFuture<Void> other = transactions.execute(_ -> {
            lock(0);
            CompletableFuture<Void> begun = CompletableFuture.runAsync(
                    () -> transactions.executeWithoutResult(_ -> positions.finished(List.of(), true, true)));
            Awaitility.await().pollInSameThread().atMost(Patience.LIMIT).until(() -> BankDatabase.isWaitedFor(jdbc));
            lock(1);
            return begun;
        });
        assertThat(other).isNotNull();
        other.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(positions.underWay()).isEmpty();
    }

    private void lock(int endorser) {
        jdbc.sql("select endorser from hidden_note_position where endorser = ? for update")
                .param(endorser)
                .query(Integer.class)
                .single();
    }
}
