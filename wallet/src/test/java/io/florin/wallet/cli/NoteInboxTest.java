package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.keys.WalletSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Endorsers that lie about notes.
class NoteInboxTest {

    private static final TransactionOutput OUTPUT = new TransactionOutput(TransactionId.fromHex("ab".repeat(32)), 1);

    private final Random random = new Random(7);
    private final NetworkId network = NetworkId.of(new byte[32]);
    private final HiddenKeys keys = HiddenKeys.of(WalletSeed.of(new byte[WalletSeed.SIZE]), network, 0);
    private final Scalar eid = Scalar.ofLong(5);
    private final HiddenState state = new HiddenState();
    private final NoteInbox inbox = new NoteInbox(new Receiver(network, keys.noteKey(), eid::equals), state, _ -> {});

    private NoteEntry entry(HiddenOpening opening) {
        Bytes sealed = HiddenNote.bare(opening).seal(network, keys.noteKey().publicKey(), random);
        return new NoteEntry(
                1,
                OUTPUT.transaction().toHex(),
                OUTPUT.index(),
                Base64.getEncoder().encodeToString(sealed.toArray()));
    }

    private HiddenOpening opening(long amount) {
        return HiddenOpening.fresh(eid, Amount.of(amount), random);
    }

    /// However many false notes one gives for an output, before or with the true one: what another says is kept.
    @Test
    void aLiarTakesNobodysPlaceButItsOwn() {
        HiddenOpening truth = opening(700);
        NoteEntry trueNote = entry(truth);
        for (int lie = 1; lie <= 40; lie++) {
            inbox.take("https://liar", entry(opening(lie)));
        }
        inbox.take("https://liar", trueNote);
        inbox.take("https://honest", trueNote);
        inbox.take("https://honest", entry(opening(1)));

        HiddenState read = HiddenState.decode(state.encode());
        assertThat(read.encode()).isEqualTo(state.encode());
        assertThat(read.takeOpened(OUTPUT))
                .hasSize(2)
                .anyMatch(note -> java.util.Arrays.equals(note.opening().encode(), truth.encode()));
        assertThat(read.takeOpened(OUTPUT)).isEmpty();
    }

    /// Notes of others are tried once while they are remembered; a large network's do not fill the memory.
    @Test
    void remembersTheLatestNotesOfOthersOnly() {
        List<Scalar> tried = new ArrayList<>();
        Receiver counting = new Receiver(network, keys.noteKey(), somebody -> {
            tried.add(somebody);
            return somebody.equals(eid);
        });
        NoteInbox small = new NoteInbox(counting, state, _ -> {}, 10);
        List<NoteEntry> foreign = IntStream.range(0, 25)
                .mapToObj(_ -> entry(HiddenOpening.fresh(Scalar.ofLong(6), Amount.of(1), random)))
                .toList();
        for (List<NoteEntry> page : List.of(foreign.subList(0, 10), foreign.subList(10, 20), foreign.subList(20, 25))) {
            page.forEach(entry -> small.take("https://one", entry));
            page.forEach(entry -> small.take("https://two", entry));
        }
        assertThat(tried).as("each once").hasSize(25);
        assertThat(small.remembered()).isEqualTo(10);

        small.take("https://three", foreign.getFirst());
        assertThat(tried).as("forgotten, and tried again").hasSize(26);
        assertThat(small.remembered()).isEqualTo(10);
        assertThat(state.opened).isEmpty();

        NoteEntry own = entry(opening(3));
        small.take("https://one", own);
        small.take("https://two", own);
        assertThat(state.takeOpened(OUTPUT)).as("of each endorser").hasSize(2);
    }

    /// Anybody who knows the address can write one, beside a transaction that there is not.
    @Test
    void aWorthlessNoteIsNotKept() {
        inbox.take("https://any", entry(opening(0)));
        assertThat(state.opened).isEmpty();
        assertThat(inbox.remembered()).isEqualTo(1);
    }

    @Test
    void whatIsNotForThisWalletTakesNoPlace() {
        inbox.take("https://any", entry(HiddenOpening.fresh(Scalar.ofLong(6), Amount.of(1), random)));
        inbox.take("https://any", new NoteEntry(2, "no hex", 0, "AAAA"));
        inbox.take("https://any", new NoteEntry(3, OUTPUT.transaction().toHex(), 0, "no base 64!"));
        assertThat(state.opened).isEmpty();
    }

    /// Before, a note stood with a height that a committer had said, which is not believed any more.
    @Test
    void notesOfAnOlderStateWaitFromNowOn() {
        Instant read = Instant.ofEpochSecond(0x1122334455L);
        Duration week = Duration.ofDays(7);
        inbox.take("https://one", entry(opening(3)));
        state.markOpened(read, week, 0);
        String now = Bytes.of(state.encode()).toHex();
        String readAt = "%016x".formatted(read.getEpochSecond());
        // nor did it remember what blocks created: a count of four bytes
        String before =
                "03" + now.substring(2, now.length() - 8).replace(readAt + "0".repeat(16), "%016x".formatted(1));
        assertThat(before).hasSize(now.length() - 16 - 8);

        HiddenState older = HiddenState.decode(Bytes.fromHex(before).toArray());
        older.markOpened(read, week, 50);
        assertThat(Bytes.of(older.encode()).toHex()).isEqualTo(now);
        older.forgetOpened(1_000);
        assertThat(older.countOpened("https://one")).isEqualTo(1);

        older.markOpened(read.plus(week), week, 50);
        older.forgetOpened(49);
        assertThat(older.countOpened("https://one")).isEqualTo(1);
        older.forgetOpened(50);
        assertThat(older.opened).isEmpty();
    }
}
