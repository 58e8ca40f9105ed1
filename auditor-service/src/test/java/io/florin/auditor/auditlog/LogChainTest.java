package io.florin.auditor.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.auditlog.LogChain.Breach;
import io.florin.auditor.auditlog.LogChain.Head;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogChainTest {
    private final TestNetwork test = new TestNetwork(9);
    private final NetworkId network = test.networkId();
    private final Ed25519KeyPair auditor = test.auditor();
    private final List<LogRow> rows = rows(5);

    @Test
    void passesALogAsItWasWritten() {
        assertThat(check(rows, head(rows), 5)).isEmpty();
        assertThat(check(List.of(), new Head(0, Bytes32.ZERO, Bytes.EMPTY), 0)).isEmpty();
    }

    @Test
    void namesADeletedRow() {
        List<LogRow> gap = new ArrayList<>(rows);
        gap.remove(2);

        assertThat(check(gap, head(rows), 5)).contains(new Breach(3, "entry 3 is missing"));
    }

    @Test
    void namesAChangedRow() {
        List<LogRow> changed = new ArrayList<>(rows);
        LogRow row = rows.get(3);
        changed.set(
                3,
                new LogRow(
                        row.sequence(),
                        row.atMillis(),
                        "person:mallory",
                        row.action(),
                        row.subject(),
                        row.detail(),
                        row.previousHash(),
                        row.hash()));

        assertThat(check(changed, head(rows), 5)).contains(new Breach(4, "entry 4 was changed"));
    }

    @Test
    void namesRowsCutOffAtTheEnd() {
        List<LogRow> cut = rows.subList(0, 3);

        assertThat(check(cut, head(rows), 0)).contains(new Breach(4, "entries from 4 on are missing"));
        assertThat(check(cut, head(cut), 5)).contains(new Breach(4, "entries from 4 on are missing"));
    }

    @Test
    void refusesAHeadThatTheAuditorDidNotSign() {
        Head forged = new Head(5, rows.getLast().hash(), test.committer().sign(new byte[] {1}));

        assertThat(check(rows, forged, 5)).map(Breach::what).contains("the head is not signed by the auditor");
    }

    @Test
    void hashesEntriesThisWayForEver() {
        var fixed = new NetworkId(Bytes32.fromHex("0a".repeat(32)));
        var row = new LogRow(1, 2, "person:ada", "approve", "t1", "fine", LogHash.first(fixed), Bytes32.ZERO);

        assertThat(LogHash.next(LogHash.first(fixed), row).toHex())
                .isEqualTo("69c2fed0a1338781d213de7575c95541de69784e95b6888f4f3a20c1cb14e4c6");
    }

    private Optional<Breach> check(List<LogRow> log, Head head, long remembered) {
        LogChain chain = new LogChain(network);
        for (LogRow row : log) {
            Optional<Breach> breach = chain.next(row);
            if (breach.isPresent()) {
                return breach;
            }
        }
        return chain.end(head, auditor.publicKey(), remembered);
    }

    private Head head(List<LogRow> log) {
        LogRow last = log.getLast();
        return new Head(
                last.sequence(), last.hash(), auditor.sign(LogHash.headMessage(network, last.sequence(), last.hash())));
    }

    private List<LogRow> rows(int count) {
        List<LogRow> made = new ArrayList<>();
        Bytes32 previous = LogHash.first(network);
        for (int i = 1; i <= count; i++) {
            var unhashed = new LogRow(i, 1_000 + i, "rule:automatic", "approve", "t" + i, "", previous, Bytes32.ZERO);
            Bytes32 hash = LogHash.next(previous, unhashed);
            made.add(new LogRow(i, 1_000 + i, "rule:automatic", "approve", "t" + i, "", previous, hash));
            previous = hash;
        }
        return made;
    }
}
