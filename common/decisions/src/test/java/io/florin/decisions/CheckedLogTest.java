package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckedLogTest {
    private static final int PAGE = 100;
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final DecisionHash HASHES = new DecisionHash(new DecisionFormat("audit-log", false, 1), NETWORK);

    private final Ed25519KeyPair node = Ed25519.generate(new Random(1));
    private final LogEnd remembered = LogEnd.inMemory();
    private final Table table = new Table();
    private final CheckedLog log = new CheckedLog("case/");

    /// A log of a case, three hundred shares, and another case.
    @BeforeEach
    void write() {
        append("case/1", "asked");
        append("case/1", "approved");
        for (int i = 0; i < 300; i++) {
            append("transaction/" + i, "given");
        }
        append("case/2", "asked");
    }

    @Test
    void aLookCostsWhatWasAddedAndTheEndHoweverLongTheLogIs() {
        assertThat(reasons(look("case/1"))).containsExactly("asked", "approved");
        assertThat(table.read).as("the first reads everything").isGreaterThan(303);

        table.read = 0;
        assertThat(reasons(look("case/1"))).containsExactly("asked", "approved");
        assertThat(table.read).as("the last entry and those of the case").isEqualTo(3);

        append("case/2", "approved");
        append("transaction/0", "given");
        table.read = 0;
        assertThat(reasons(look("case/2"))).containsExactly("asked", "approved");
        assertThat(table.read)
                .as("the last entry, two that were added, those of the case")
                .isEqualTo(5);
        assertThat(log.look(table, this::reading, List.of("case/2", "case/1")).entries().stream()
                        .map(DecisionLog.Entry::sequence))
                .containsExactly(303L, 304L, 1L, 2L);
        assertThat(look("case/3").entries()).isEmpty();
        assertThat(look("case/3").check()).isEqualTo(LogCheck.intact(305));
    }

    @Test
    void aLookAtManySubjectsIsOneQuestionAndFindsEachThatWasChanged() {
        List<String> subjects = List.of("case/2", "case/none", "case/1");
        look("case/1");
        table.queries = 0;

        assertThat(reasons(log.look(table, this::reading, subjects))).containsExactly("asked", "asked", "approved");
        assertThat(table.queries).isEqualTo(1);

        table.rows.set(1, changed(table.rows.get(1), "refused"));
        CheckedEntries found = log.look(table, this::reading, subjects);
        assertThat(found.check().brokenAt()).isEqualTo(2);
        assertThat(found.entries()).isEmpty();
    }

    @Test
    void whatTheDecisionRestsOnIsCheckedAtEachLook() {
        look("case/1");
        DecisionRow second = table.rows.get(1);
        DecisionRow last = table.rows.getLast();

        table.rows.set(1, changed(second, "refused"));
        assertBroken("case/1", 2);
        table.rows.set(1, rehashed(second, "refused"));
        assertBroken("case/1", 3);
        table.rows.remove(1);
        assertBroken("case/1", 2);
        table.rows.add(1, second);
        assertIntact();

        table.rows.set(table.rows.size() - 1, changed(last, "approved"));
        assertBroken("case/1", 303);
        table.rows.set(table.rows.size() - 1, rehashed(last, "approved"));
        assertBroken("case/1", 303);
        table.rows.removeLast();
        assertBroken("case/1", 303);
        table.rows.add(last);
        assertIntact();

        table.rows.add(row(304, "case/1", "approved", last.hash()));
        assertBroken("case/1", 303);
        table.rows.removeLast();
        assertIntact();

        // entries of a case that are in no place of the chain
        table.more = Optional.of(row(304, "case/3", "approved", last.hash()));
        assertThat(look("case/3").check().intact()).isFalse();
        table.more = Optional.empty();
        assertIntact();
    }

    @Test
    void theHeadIsCheckedAtEachLook() {
        look("case/1");
        Optional<DecisionHead> head = table.head;
        DecisionRow before = table.rows.get(301);

        table.head = Optional.empty();
        assertBroken("case/1", 1);
        table.head = Optional.of(new DecisionHead(
                303,
                table.rows.getLast().hash(),
                Ed25519.generate(new Random(2))
                        .sign(HASHES.headMessage(303, table.rows.getLast().hash()))));
        assertBroken("case/1", 303);

        // the whole log as it was before the last entry, with the head of then
        table.head =
                Optional.of(new DecisionHead(302, before.hash(), node.sign(HASHES.headMessage(302, before.hash()))));
        DecisionRow last = table.rows.removeLast();
        assertBroken("case/1", 303);
        table.rows.add(last);
        table.head = head;
        assertIntact();
    }

    /// What is not looked at again is found by a whole check, and by the first look after a start.
    @Test
    void anyOtherEntryIsFoundByAWholeCheckAndAfterAStart() {
        look("case/1");
        table.rows.set(99, changed(table.rows.get(99), "taken"));

        assertThat(look("case/1").check().intact()).isTrue();
        assertThat(reading().goOn(table).brokenAt()).isEqualTo(100);
        CheckedEntries started = new CheckedLog("case/").look(table, this::reading, List.of("case/1"));
        assertThat(started.check().brokenAt()).isEqualTo(100);
        assertThat(started.entries()).isEmpty();
    }

    @Test
    void followsOnlyWhatItWasMadeFor() {
        assertThatThrownBy(() -> look("transaction/0")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEmptyLogIsWholeUnlessThereWasOne() {
        table.rows.clear();
        table.head = Optional.empty();
        assertThat(look("case/1").check().brokenAt()).as("there was one").isEqualTo(1);
        CheckedEntries none = new CheckedLog("case/")
                .look(
                        table,
                        () -> new LogReading(HASHES, node.publicKey(), LogEnd.inMemory(), log::follows),
                        List.of("case/1"));
        assertThat(none.check()).isEqualTo(LogCheck.intact(0));
    }

    private void assertBroken(String subject, long at) {
        CheckedEntries found = look(subject);
        assertThat(found.check().intact()).isFalse();
        assertThat(found.check().brokenAt()).isEqualTo(at);
        assertThat(found.entries()).isEmpty();
    }

    /// Once it is mended, the whole of it was read again.
    private void assertIntact() {
        table.read = 0;
        assertThat(look("case/1").check()).isEqualTo(LogCheck.intact(303));
        assertThat(table.read).isGreaterThan(303);
    }

    private CheckedEntries look(String subject) {
        return log.look(table, this::reading, List.of(subject));
    }

    private LogReading reading() {
        return new LogReading(HASHES, node.publicKey(), remembered, log::follows);
    }

    private static List<String> reasons(CheckedEntries found) {
        return found.entries().stream().map(DecisionLog.Entry::reason).toList();
    }

    private void append(String subject, String reason) {
        Bytes32 previous =
                table.rows.isEmpty() ? HASHES.first() : table.rows.getLast().hash();
        DecisionRow row = row(table.rows.size() + 1L, subject, reason, previous);
        table.rows.add(row);
        table.head = Optional.of(new DecisionHead(
                row.sequence(), row.hash(), node.sign(HASHES.headMessage(row.sequence(), row.hash()))));
        remembered.advance(row.sequence(), row.hash());
    }

    private static DecisionRow row(long sequence, String subject, String reason, Bytes32 previous) {
        return rehashed(
                new DecisionRow(sequence, 1_700, "person:one", "act", subject, reason, "", previous, Bytes32.ZERO),
                reason);
    }

    private static DecisionRow changed(DecisionRow row, String reason) {
        return new DecisionRow(
                row.sequence(),
                row.atMillis(),
                row.actor(),
                row.action(),
                row.subject(),
                reason,
                "",
                row.previousHash(),
                row.hash());
    }

    private static DecisionRow rehashed(DecisionRow row, String reason) {
        DecisionRow changed = changed(row, reason);
        return new DecisionRow(
                row.sequence(),
                row.atMillis(),
                row.actor(),
                row.action(),
                row.subject(),
                reason,
                "",
                row.previousHash(),
                HASHES.next(row.previousHash(), changed));
    }

    /// The tables, how many rows were read of them, and how many questions about subjects that took.
    private static final class Table implements LogRows {
        final List<DecisionRow> rows = new ArrayList<>();
        Optional<DecisionHead> head = Optional.empty();
        Optional<DecisionRow> more = Optional.empty();
        int read;
        int queries;

        @Override
        public List<DecisionRow> after(long sequence) {
            return counted(rows.stream()
                    .filter(row -> row.sequence() > sequence)
                    .limit(PAGE)
                    .toList());
        }

        @Override
        public Map<String, List<DecisionRow>> about(List<String> subjects) {
            queries++;
            List<DecisionRow> found = new ArrayList<>(rows);
            more.ifPresent(found::add);
            return counted(found.stream()
                            .filter(row -> subjects.contains(row.subject()))
                            .toList())
                    .stream()
                    .collect(Collectors.groupingBy(DecisionRow::subject));
        }

        private List<DecisionRow> counted(List<DecisionRow> page) {
            read += page.size();
            return page;
        }

        @Override
        public Optional<DecisionHead> head() {
            return head;
        }
    }
}
