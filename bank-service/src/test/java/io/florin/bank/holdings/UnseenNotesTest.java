package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.holdings.NoteFollower.Told;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnseenNotesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TestNetwork network = new TestNetwork(9);
    private final UnseenNotes unseen = new UnseenNotes();

    private List<Told> told(int count) {
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            told.add(new Told(new TransactionOutput(new TransactionId(network.newId()), 0), "note"));
        }
        return told;
    }

    /// Under load a block comes seconds after the notes of its transactions, and every bank would open all of them.
    @Test
    void aNoteWaitsForItsBlock() {
        unseen.toOpen(List.of(), 0, NOON, _ -> Optional.empty());
        Instant later = NOON.plus(UnseenNotes.PATIENCE);
        List<Told> notes = told(2);
        assertThat(unseen.toOpen(notes, 1, later, _ -> Optional.empty())).isEmpty();
        assertThat(unseen.toOpen(
                        List.of(),
                        2,
                        later.plus(UnseenNotes.PATIENCE).minusMillis(1),
                        place -> Optional.of(place.equals(notes.get(1).place())).filter(own -> own)))
                .containsExactly(notes.get(1));
        assertThat(unseen.toOpen(List.of(), 2, later.plus(UnseenNotes.PATIENCE), _ -> Optional.empty()))
                .containsExactly(notes.get(0));
    }

    /// Those of blocks that were followed before the start are not waited for so long, nor after another endorser took
    /// the place of one.
    @Test
    void whatIsToldAtFirstWaitsForLess() {
        List<Told> notes = told(1);
        assertThat(unseen.toOpen(notes, 0, NOON, _ -> Optional.empty())).isEmpty();
        assertThat(unseen.toOpen(List.of(), 1, NOON.plus(UnseenNotes.PATIENCE_AT_FIRST), _ -> Optional.empty()))
                .containsExactlyElementsOf(notes);
        Instant later = NOON.plus(UnseenNotes.PATIENCE);
        unseen.forget();
        assertThat(unseen.toOpen(notes, 0, later, _ -> Optional.empty())).isEmpty();
        assertThat(unseen.toOpen(List.of(), 1, later.plus(UnseenNotes.PATIENCE_AT_FIRST), _ -> Optional.empty()))
                .containsExactlyElementsOf(notes);
    }

    /// An endorser that tells notes of transactions without end fills no memory, and keeps nobody from reading on.
    @Test
    void theOldestAreOpenedWhereThereIsNoRoomForMore() {
        List<Told> many = told(UnseenNotes.WAITING_MAX);
        assertThat(unseen.toOpen(many, 3, NOON, _ -> Optional.empty())).isEmpty();
        assertThat(unseen.from()).hasValue(3);
        List<Told> more = told(2);
        assertThat(unseen.toOpen(more, 9, NOON, _ -> Optional.empty())).containsExactlyElementsOf(many.subList(0, 2));
        assertThat(unseen.toOpen(List.of(), 9, NOON.plus(UnseenNotes.PATIENCE), _ -> Optional.empty()))
                .hasSize(UnseenNotes.WAITING_MAX);
        assertThat(unseen.from()).isEmpty();
    }
}
