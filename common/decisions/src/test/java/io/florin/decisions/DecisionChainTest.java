package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.DecisionChain.Breach;
import io.florin.ledger.NetworkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecisionChainTest {
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final int ENTRIES = 6;

    private static final DecisionHash HASHES =
            new DecisionHash(new DecisionFormat("registration-decision", true, 1), NETWORK);

    private final Ed25519KeyPair node = Ed25519.generate(new Random(1));
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
        rehashed.set(2, row(3, "another reason", third.previousHash(), HASHES.next(third.previousHash(), forged)));

        assertThat(check(changed, head(ENTRIES), 0)).map(Breach::sequence).hasValue(3L);
        assertThat(check(rehashed, head(ENTRIES), 0)).map(Breach::sequence).hasValue(4L);
    }

    @Test
    void doesNotTakeAHeadThatTheNodeDidNotSign() {
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

    @Test
    void hashesAsRecorded() {
        // computed apart from this code; a change would break every log that exists
        DecisionHash listing = new DecisionHash(new DecisionFormat("registration-decision", true, 1), NETWORK);
        DecisionHash plain = new DecisionHash(new DecisionFormat("central-bank-decision", false, 1), NETWORK);

        assertThat(recorded(listing, "2026-11-01/abc"))
                .containsExactly(
                        "e22ac45305d7cca17d7def0b4736163521b297544830a9b255c0488deb398c1d",
                        "3d3991cb454fa43a6d8330196ecbe4330ad54059562bf9ad9c160188f2d3bf62",
                        "b99fde216b831d7292856c12848c1b045a9e87e3109bf2339a5d328a4b7bf8e2");
        assertThat(recorded(plain, ""))
                .containsExactly(
                        "9012468954240159bd2c72370558272ed500db090c1c83a51cc1de45b249d3d5",
                        "b8b5b136a57196f08992ad3a63bb1035550f0c344e60f779ca2eb5148d2acade",
                        "efa952c6b7f7a6d79c0dfa142464d94ffded527786dbb8184bb249f5c4484960");
    }

    private static List<String> recorded(DecisionHash hashes, String listVersion) {
        Bytes32 first = hashes.first();
        DecisionRow row = new DecisionRow(
                1, 1_700_000_000_001L, "person:one", "act", "subject/1", "why", listVersion, first, Bytes32.ZERO);
        Bytes32 hash = hashes.next(first, row);
        return List.of(
                first.toHex(),
                hash.toHex(),
                Sha256.hash(hashes.headMessage(1, hash)).toHex());
    }

    private Optional<Breach> check(List<DecisionRow> log, DecisionHead head, long remembered) {
        DecisionChain chain = new DecisionChain(HASHES);
        for (DecisionRow row : log) {
            Optional<Breach> breach = chain.next(row);
            if (breach.isPresent()) {
                return breach;
            }
        }
        return chain.end(head, node.publicKey(), remembered);
    }

    private DecisionHead head(int last) {
        Bytes32 hash = rows.get(last - 1).hash();
        Bytes signature = node.sign(HASHES.headMessage(last, hash));
        return new DecisionHead(last, hash, signature);
    }

    private static List<DecisionRow> rows() {
        List<DecisionRow> rows = new ArrayList<>();
        Bytes32 previous = HASHES.first();
        for (long sequence = 1; sequence <= ENTRIES; sequence++) {
            DecisionRow unhashed = row(sequence, "reason " + sequence, previous, Bytes32.ZERO);
            Bytes32 hash = HASHES.next(previous, unhashed);
            rows.add(row(sequence, "reason " + sequence, previous, hash));
            previous = hash;
        }
        return rows;
    }

    private static DecisionRow row(long sequence, String reason, Bytes32 previous, Bytes32 hash) {
        return new DecisionRow(
                sequence, 1_700_000_000_000L + sequence, "person:one", "act", "subject/1", reason, "", previous, hash);
    }
}
