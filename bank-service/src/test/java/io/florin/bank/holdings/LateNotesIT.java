package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Notes that come after their blocks.
class LateNotesIT extends LateNotesScenes {

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
    void whatTheCommitterDidNotSignIsLookedForAgain() {
        unproved = true;
        assertThatThrownBy(() -> catchUpWith(telling(entry(changeId)))).isInstanceOf(Failure.class);
        assertThat(kept()).isEqualTo(1);
        assertThat(entries()).isEmpty();
        assertThatNoneIsAskedForYet();
        now = now.plusSeconds(10);
        assertThatThrownBy(() -> late.catchUp(reader, 10)).isInstanceOf(Failure.class);
        unproved = false;
        assertThatNoneIsAskedForYet();
        now = now.plusSeconds(10);
        late.catchUp(reader, 10);
        assertThat(entries()).containsExactly("11 70");
    }

    /// A turn that fails is told: it would be so at each step of the follower.
    private void assertThatNoneIsAskedForYet() {
        int before = calls;
        now = now.plusSeconds(9);
        late.catchUp(reader, 10);
        now = now.minusSeconds(9);
        assertThat(calls).isEqualTo(before);
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
            Committed other = new Committed(
                    0,
                    spending(
                            key,
                            List.of(
                                    new Write.HiddenOutput(0, second.commit(bases, 0)),
                                    new Write.HiddenOutput(1, strangers.commit(bases, 1)))));
            others.clear();
            others.add(other);
            String otherId = other.id().toHex();
            jdbc.sql("update ledger_position set block = 10").update();
            String sealed = Base64.getEncoder().encodeToString(note(second).toArray());
            EndorserApi both = telling(entry(changeId), new NoteEntry(2, otherId, 0, sealed));
            assertThatThrownBy(() -> catchUpWith(both))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("block " + hidden + " is not signed");
            assertThat(entries()).as("block %s", hidden).containsExactly("11 5");
            unsigned.clear();
            assertThatNoneIsAskedForYet();
            now = now.plusSeconds(10);
            late.catchUp(reader, 10);
            assertThat(entries()).as("block %s", hidden).containsExactly("11 5", "11 70");
        }
    }

    @Test
    void noEndorserStopsTheLedgerByNonsense() {
        EndorserApi broken = new UnaskedEndorser();
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
        EndorserApi slow = new ToldNotes((after, _) -> {
            await(hangs);
            return after == 0 ? new NotePage(List.of(entry(changeId)), 1) : new NotePage(List.of(), after);
        });
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
        Awaitility.await().atMost(Patience.LIMIT).until(() -> notes.follow() + kept() >= 2);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
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
            late = late();
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

    /// By the endorser that told it while the search was under way.
    @Test
    void aTokenLearnedDuringTheSearchIsFoundByTheNextOne() {
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

    /// The committer that is followed may be behind the endorsers by any number of blocks.
    @Test
    void aNoteWhoseTransactionIsInNoBlockIsLookedAtLaterAndLater() {
        notes(telling(entry(network.newId().toHex()))).follow();
        for (int turn = 0; turn < 12; turn++) {
            now = now.plus(Duration.ofHours(2));
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
        late.catchUp(reader, 4);
        assertThat(kept()).isEqualTo(1);
        follow();
        assertThat(entries()).containsExactly("5 -30");
        assertThat(unspent()).isEqualTo(70);
        assertThat(kept()).isZero();
        assertThat(asked).isEmpty();
    }

    @Test
    void theBanksOwnNotesAreForgottenOnceTheirTransactionCanNotCommit() {
        releaseOwn(new TransactionId(network.newId()));
        late.catchUp(reader, 59);
        assertThat(kept()).isEqualTo(1);
        now = now.plus(Duration.ofHours(2));
        late.catchUp(reader, 60);
        assertThat(kept()).isZero();
    }

    /// One endorser and one committer together do not find out whose bank this is: by a note that says what nobody
    /// paid, beside an invented transaction or somebody else's, the committer hears nothing that it would not hear
    /// otherwise.
    @Test
    void theCommitterIsAskedTheSameWhateverNotesCame() {
        HiddenOpening strangers = HiddenOpening.fresh(Scalar.ofLong(78), Amount.of(1), network.random());
        var bases = OutputBases.of(PrivacyModel.ANONYMOUS, List.of(), 0);
        SettlementTransaction foreign = spending(
                StateKey.of(TestNetwork.CURRENCY, network.newId()),
                List.of(new Write.HiddenOutput(0, strangers.commit(bases, 0))));
        HiddenOpening worthless = HiddenOpening.fresh(account.eid(), Amount.of(3), network.random());
        String unreadable = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        String planted = Base64.getEncoder().encodeToString(note(worthless).toArray());
        List<NoteEntry> told = List.of(
                new NoteEntry(1, foreign.id().toHex(), 0, unreadable),
                new NoteEntry(1, network.newId().toHex(), 0, planted),
                new NoteEntry(1, foreign.id().toHex(), 0, planted),
                entry(changeId));
        List<List<String>> questions = new ArrayList<>();
        for (NoteEntry each : told) {
            close();
            open();
            others.clear();
            others.add(new Committed(0, foreign));
            asked.clear();
            now = NOON;
            height = 10;
            jdbc.sql("update ledger_position set block = 10").update();
            List<NoteEntry> more = new ArrayList<>(List.of(each));
            HiddenNotes notes = notes(new ToldNotes((after, _) -> {
                List<NoteEntry> page = more.stream().skip(after).toList();
                return new NotePage(page, after + page.size());
            }));
            for (long block : List.of(10L, 320L, 330L)) {
                height = block;
                jdbc.sql("update ledger_position set block = ?").param(block).update();
                notes.follow();
                for (int turn = 0; turn < 3; turn++) {
                    now = now.plus(Duration.ofMinutes(30));
                    late.catchUp(reader, block);
                }
                more.add(new NoteEntry(more.size() + 1L, each.transactionId(), each.output(), each.note()));
            }
            questions.add(List.copyOf(asked));
        }
        assertThat(questions.getFirst()).startsWith("1 50", "11 50", "61 50").hasSizeBetween(7, 9);
        assertThat(questions).allSatisfy(each -> assertThat(each).isEqualTo(questions.getFirst()));
        assertThat(entries()).as("the note that was true").containsExactly("11 70");
    }

    /// The usual case: an endorser that hung for a moment.
    @Test
    void whatWasFollowedLatelyIsNotAskedForAgain() {
        followsFrom(1);
        catchUpWith(telling(entry(changeId)));
        assertThat(entries()).containsExactly("11 70");
        assertThat(asked).isEmpty();
    }

    /// One was away for long, and the committer shows no blocks of that time; what another told lately waits for none.
    @Test
    void anOldSearchThatComesToNoEndHoldsUpNoNoteOfAnotherEndorser() {
        followsFrom(4);
        jdbc.sql("update ledger_position set block = 10").update();
        notes(telling(), telling(entry(changeId))).follow();
        jdbc.sql("update hidden_note_position set sure_block = 3 where endorser = 1")
                .update();
        height = 0;
        now = NOON.plus(Duration.ofMinutes(1));

        late.catchUp(reader, 10);

        assertThat(calls).as("the old blocks are asked for, and not shown").isPositive();
        assertThat(entries()).containsExactly("11 70");
    }

    /// Of a transaction that ended otherwise nothing is kept.
    @Test
    void aLateNoteOfWhatWasRefusedIsForgotten() {
        String refused = network.newId().toHex();
        transactions.executeWithoutResult(_ -> {
            assertThat(reader.created(1, List.of())).isEmpty();
            reader.ended(
                    List.of(new FinalStatus(TransactionId.fromHex(refused), TransactionStatus.ABORTED_READ_CONFLICT)));
        });
        notes(telling(entry(refused))).follow();
        assertThat(kept()).isEqualTo(1);
        late.catchUp(reader, 1);
        assertThat(kept()).isZero();
    }

    /// As for a rebuilt wallet, which is known only after its notes were told.
    @Test
    void whenPositionsArePutBackAllBlocksAreReadAgain() {
        jdbc.sql("insert into hidden_note_position values (0, 7, 0, 10, 10, true)")
                .update();
        late.catchUp(reader, 10);
        assertThat(asked).as("nothing since").isEmpty();
        jdbc.sql("""
            update hidden_note_position set position = 0, era = 1, sure_block = 0, told_block = 0, ended = false
            """).update();
        catchUpWith(telling(entry(changeId)));
        assertThat(asked).containsExactly("1 50");
        assertThat(entries()).containsExactly("11 70");
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
                    Awaitility.await().atMost(Patience.LIMIT).until(() -> position(1) == 1);
                    throw new IllegalStateException("unreadable");
                }
                return shared;
            }

            @Override
            public int size() {
                return 2;
            }
        };
        EndorserApi broken = new ToldNotes((_, _) -> new NotePage(unreadable, 2));
        EndorserApi good = new ToldNotes((after, _) -> {
            await(halfRead);
            return after == 0 ? new NotePage(List.of(shared), 1) : new NotePage(List.of(), after);
        });
        HiddenNotes notes = notes(broken, good);
        notes.follow();
        Awaitility.await().atMost(Patience.LIMIT).until(() -> position(1) == 1);
        assertThat(kept()).isEqualTo(1);
    }
}
