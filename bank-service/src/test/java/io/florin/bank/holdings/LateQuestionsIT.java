package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Write;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

/// Every question that leaves a bank, to its committer and to two endorsers, while old blocks are searched: the same
/// whatever notes say, when they come, and how many of them are the bank's. The bank is started anew in the middle of a
/// search and after it.
class LateQuestionsIT extends LateNotesScenes {

    private static final int CROWD = 150;

    /// Notes of each endorser, in its order.
    private final List<List<NoteEntry>> told = List.of(new ArrayList<>(), new ArrayList<>());

    private final List<List<String>> questions = List.of(asked, synchronizedList(), synchronizedList());
    private final List<NoteEntry> crowdNotes = new ArrayList<>();
    private boolean away;
    private @Nullable HiddenNotes notes;

    private static List<String> synchronizedList() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    private EndorserApi endorser(int number) {
        return new ToldNotes((after, limit) -> {
            questions.get(number + 1).add("notes " + after + " " + limit);
            if (number == 1 && away) {
                throw new ResourceAccessException("away");
            }
            List<NoteEntry> page = told.get(number).stream()
                    .filter(entry -> entry.position() > after)
                    .limit(limit)
                    .toList();
            return new NotePage(page, page.isEmpty() ? after : page.getLast().position());
        });
    }

    private void tell(int endorser, List<NoteEntry> entries) {
        List<NoteEntry> of = told.get(endorser);
        entries.forEach(
                each -> of.add(new NoteEntry(of.size() + 1L, each.transactionId(), each.output(), each.note())));
    }

    private void start() {
        if (notes != null) {
            notes.close();
        }
        late = late();
        reader = reader();
        notes = notes(endorser(0), endorser(1));
    }

    private void turns(int count) {
        HiddenNotes notes = Objects.requireNonNull(this.notes);
        for (int turn = 0; turn < count; turn++) {
            now = now.plus(Duration.ofMinutes(30));
            questions.forEach(each -> each.add("turn"));
            notes.follow();
            late.catchUp(reader, height);
        }
    }

    private void height(long block) {
        height = block;
        jdbc.sql("update ledger_position set block = ?").param(block).update();
    }

    /// @param teller who tells in the middle of the search: the endorser that told before, or the other one, which was
    ///     away until then
    private List<List<String>> play(Story story, int teller) {
        close();
        open();
        told.forEach(List::clear);
        questions.forEach(List::clear);
        now = NOON;
        away = teller == 1;
        start();
        height(2_500);
        tell(0, story.first());
        turns(1);
        away = false;
        tell(teller, story.middle());
        turns(1);
        start();
        turns(1);
        height(2_570);
        turns(5);
        tell(0, story.last());
        height(2_600);
        turns(3);
        start();
        height(2_650);
        turns(3);
        return questions.stream().map(List::copyOf).toList();
    }

    private NoteEntry strangers() {
        return new NoteEntry(1, network.newId().toHex(), 0, Base64.getEncoder().encodeToString(network.newBytes(100)));
    }

    private NoteEntry worthless(String transaction) {
        HiddenOpening invented = HiddenOpening.fresh(account.eid(), Amount.of(3), network.random());
        return new NoteEntry(
                1,
                transaction,
                0,
                Base64.getEncoder().encodeToString(note(invented).toArray()));
    }

    /// Payments of 1 to the bank's wallet, all in block 8.
    private void crowd() {
        var bases = OutputBases.of(PrivacyModel.ANONYMOUS, List.of(), 0);
        for (int i = 0; i < CROWD; i++) {
            HiddenOpening one = HiddenOpening.fresh(account.eid(), Amount.of(1), network.random());
            Committed paid = new Committed(
                    i,
                    spending(
                            StateKey.of(TestNetwork.CURRENCY, network.newId()),
                            List.of(new Write.HiddenOutput(0, one.commit(bases, 0)))));
            others.add(paid);
            String sealed = Base64.getEncoder().encodeToString(note(one).toArray());
            crowdNotes.add(new NoteEntry(1, paid.id().toHex(), 0, sealed));
        }
    }

    /// Everybody tells as many notes at the same time, of which more or fewer are the bank's.
    ///
    /// @param money that the bank has at the end
    /// @param first what one endorser tells of old blocks
    /// @param middle what is told while they are searched
    /// @param last what the first endorser tells when they were searched
    private record Story(
            String name, long money, List<NoteEntry> first, List<NoteEntry> middle, List<NoteEntry> last) {}

    private void assertSameQuestions(int teller, Story... stories) {
        List<List<String>> expected = play(stories[0], teller);
        assertThat(expected.getFirst()).startsWith("turn", "1 50", "51 50");
        assertThat(expected.getFirst().stream().filter("1 50"::equals))
                .as("old blocks are read once, and once more for who was away")
                .hasSize(1 + teller);
        for (Story story : stories) {
            assertThat(play(story, teller)).as(story.name()).isEqualTo(expected);
            assertThat(unspent()).as(story.name()).isEqualTo(story.money());
        }
    }

    private List<NoteEntry> strangers(int count) {
        return Stream.generate(this::strangers).limit(count).toList();
    }

    private List<NoteEntry> withChange() {
        List<NoteEntry> notes = new ArrayList<>(strangers(CROWD));
        notes.set(7, entry(changeId));
        return notes;
    }

    /// The other endorser was away when the search began.
    @Test
    void allQuestionsAreTheSameWhateverNotesCame() {
        crowd();
        List<NoteEntry> many = strangers(CROWD);
        List<NoteEntry> one = withChange();
        List<NoteEntry> none = strangers(1);
        assertSameQuestions(
                1,
                new Story("strangers' notes only", 0, many, none, none),
                new Story("a note before the search", 70, one, none, none),
                new Story("a note of another output in its middle", 75, one, List.of(entryOfSecond()), none),
                new Story("a note in its middle", 70, many, List.of(entry(changeId)), none),
                new Story("a note after it, too late", 70, one, none, List.of(entryOfSecond())),
                new Story("many, and one in its middle", CROWD + 5, crowdNotes, List.of(entryOfSecond()), none));
    }

    /// An endorser that makes a bank search old blocks, and tells notes of them in the middle, which it kept back or
    /// invented: too late to count.
    @Test
    void whoTellsInTheMiddleOfASearchLearnsNothingFromQuestions() {
        crowd();
        List<NoteEntry> many = strangers(CROWD);
        List<NoteEntry> one = withChange();
        List<NoteEntry> none = strangers(1);
        String nothing = strangers().transactionId();
        assertSameQuestions(
                0,
                new Story("strangers' notes only", 0, many, none, none),
                new Story("of another output", 70, one, List.of(entryOfSecond()), none),
                new Story("of an output that was not known", 0, many, List.of(entry(changeId)), none),
                new Story("invented, beside a payment", 70, one, List.of(worthless(changeId)), none),
                new Story("invented, beside nothing", 0, many, List.of(worthless(nothing)), none),
                new Story("beside many", CROWD, crowdNotes, List.of(entryOfSecond()), none));
    }

    /// Whatever may be wrong with what a note opens.
    @Test
    void aBookingThatFailsIsDoneAgainAndNothingIsAskedForIt() {
        height(2_500);
        tell(0, List.of(entry(changeId)));
        start();
        turns(2);
        whenOpened = () -> {
            whenOpened = () -> {};
            throw new IllegalStateException("cannot be booked");
        };
        assertThatThrownBy(() -> turns(1)).hasMessage("cannot be booked");
        assertThat(unspent()).isZero();
        int before = asked.size();
        turns(1);
        assertThat(asked.subList(before, asked.size())).containsExactly("turn");
        assertThat(unspent()).isEqualTo(70);
    }

    @Test
    void aBookingFromRememberedBlocksThatFailsIsDoneAgain() {
        followsFrom(1);
        height(10);
        notes(telling(entry(changeId))).follow();
        whenOpened = () -> {
            whenOpened = () -> {};
            throw new IllegalStateException("cannot be booked");
        };
        assertThatThrownBy(() -> late.catchUp(reader, 10)).hasMessage("cannot be booked");
        late.catchUp(reader, 10);
        assertThat(unspent()).isEqualTo(70);
        assertThat(asked).isEmpty();
    }
}
