package io.florin.centralbank.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.decisions.DecisionChain.Breach;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecisionChainTest {
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final int ENTRIES = 6;

    private final Ed25519KeyPair authority = Ed25519.generate(new Random(1));
    private final List<DecisionRow> rows = rows();

    @Test
    void passesALogAsItWasWritten() {
        assertThat(check(rows, head(ENTRIES), ENTRIES)).isEmpty();
    }

    @Test
    void namesEveryRowThatIsMissing() {
        for (int missing = 1; missing <= ENTRIES; missing++) {
            List<DecisionRow> without = new ArrayList<>(rows);
            without.remove(missing - 1);

            assertThat(check(without, head(ENTRIES), 0)).map(Breach::sequence).hasValue((long) missing);
        }
    }

    @Test
    void namesARowThatWasChangedOrExchanged() {
        List<DecisionRow> changed = new ArrayList<>(rows);
        DecisionRow third = rows.get(2);
        changed.set(2, row(3, "another reason", third.previousHash(), third.hash()));
        List<DecisionRow> rehashed = new ArrayList<>(rows);
        DecisionRow forged = row(3, "another reason", third.previousHash(), Bytes32.ZERO);
        rehashed.set(
                2, row(3, "another reason", third.previousHash(), DecisionHash.next(third.previousHash(), forged)));

        assertThat(check(changed, head(ENTRIES), 0)).map(Breach::sequence).hasValue(3L);
        assertThat(check(rehashed, head(ENTRIES), 0)).map(Breach::sequence).hasValue(4L);
    }

    @Test
    void doesNotTakeAHeadThatTheAuthorityDidNotSign() {
        DecisionHead forged = new DecisionHead(
                4, rows.get(3).hash(), Ed25519.generate(new Random(2)).sign(new byte[] {1}));

        assertThat(check(rows.subList(0, 4), forged, 0)).isPresent();
    }

    @Test
    void remembersWhereTheLogEndedWhenAnOlderHeadIsPutBack() {
        assertThat(check(rows.subList(0, 4), head(4), ENTRIES))
                .map(Breach::sequence)
                .hasValue(5L);
    }

    private Optional<Breach> check(List<DecisionRow> log, DecisionHead head, long remembered) {
        DecisionChain chain = new DecisionChain(NETWORK);
        for (DecisionRow row : log) {
            Optional<Breach> breach = chain.next(row);
            if (breach.isPresent()) {
                return breach;
            }
        }
        return chain.end(head, authority.publicKey(), remembered);
    }

    private DecisionHead head(int last) {
        Bytes32 hash = rows.get(last - 1).hash();
        Bytes signature = authority.sign(DecisionHash.headMessage(NETWORK, last, hash));
        return new DecisionHead(last, hash, signature);
    }

    private static List<DecisionRow> rows() {
        List<DecisionRow> rows = new ArrayList<>();
        Bytes32 previous = DecisionHash.first(NETWORK);
        for (long sequence = 1; sequence <= ENTRIES; sequence++) {
            DecisionRow unhashed = row(sequence, "reason " + sequence, previous, Bytes32.ZERO);
            Bytes32 hash = DecisionHash.next(previous, unhashed);
            rows.add(row(sequence, "reason " + sequence, previous, hash));
            previous = hash;
        }
        return rows;
    }

    private static DecisionRow row(long sequence, String reason, Bytes32 previous, Bytes32 hash) {
        return new DecisionRow(
                sequence, 1_700_000_000_000L + sequence, "person:one", "act", "subject/1", reason, previous, hash);
    }
}
