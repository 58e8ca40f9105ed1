package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SignedEntryTest {
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final DecisionFormat LOG = new DecisionFormat("audit-log", false, 1);
    private static final Bytes32 BEFORE = Sha256.hash(new byte[] {2});

    private final Ed25519KeyPair node = Ed25519.generate(new Random(1));
    private final DecisionHash hashes = new DecisionHash(LOG, NETWORK);
    private final Bytes32 hash = hashes.next(BEFORE, row(5, 1_700, "person:ada", "given", "case/1", "why"));
    private final Bytes signature = node.sign(hashes.headMessage(5, hash));

    @Test
    void isAuthenticAsItWasWrittenAndInNoOtherWay() {
        SignedEntry entry = entry(5, 1_700, "person:ada", "given", "case/1", "why", BEFORE, hash, signature);
        assertThat(isAuthentic(entry)).isTrue();

        byte[] flipped = signature.toArray();
        flipped[3] ^= 1;
        for (SignedEntry other : List.of(
                entry(6, 1_700, "person:ada", "given", "case/1", "why", BEFORE, hash, signature),
                entry(5, 1_701, "person:ada", "given", "case/1", "why", BEFORE, hash, signature),
                entry(5, 1_700, "person:bea", "given", "case/1", "why", BEFORE, hash, signature),
                entry(5, 1_700, "person:ada", "taken", "case/1", "why", BEFORE, hash, signature),
                entry(5, 1_700, "person:ada", "given", "case/2", "why", BEFORE, hash, signature),
                entry(5, 1_700, "person:ada", "given", "case/1", "", BEFORE, hash, signature),
                entry(5, 1_700, "person:ada", "given", "case/1", "why", hash, hash, signature),
                entry(5, 1_700, "person:ada", "given", "case/1", "why", BEFORE, BEFORE, signature),
                entry(5, 1_700, "person:ada", "given", "case/1", "why", BEFORE, hash, Bytes.of(flipped)))) {
            assertThat(isAuthentic(other)).as(other.toString()).isFalse();
        }
        Bytes32 stranger = Ed25519.generate(new Random(2)).publicKey();
        assertThat(entry.isAuthentic(LOG, NETWORK, stranger)).isFalse();
        assertThat(entry.isAuthentic(LOG, new NetworkId(BEFORE), node.publicKey()))
                .isFalse();
        assertThat(entry.isAuthentic(new DecisionFormat("other-log", false, 1), NETWORK, node.publicKey()))
                .isFalse();
    }

    /// A hash of another entry that fits, which the node never signed.
    @Test
    void anEntryThatIsHashedAnewIsNotSigned() {
        Bytes32 made = hashes.next(BEFORE, row(5, 1_700, "person:bea", "given", "case/1", "why"));

        assertThat(isAuthentic(entry(5, 1_700, "person:bea", "given", "case/1", "why", BEFORE, made, signature)))
                .isFalse();
    }

    private boolean isAuthentic(SignedEntry entry) {
        return entry.isAuthentic(LOG, NETWORK, node.publicKey());
    }

    private static SignedEntry entry(
            long sequence,
            long at,
            String actor,
            String action,
            String subject,
            String reason,
            Bytes32 previous,
            Bytes32 hash,
            Bytes signature) {
        return new SignedEntry(sequence, at, actor, action, subject, reason, previous, hash, signature);
    }

    private static DecisionRow row(long sequence, long at, String actor, String action, String subject, String reason) {
        return new DecisionRow(sequence, at, actor, action, subject, reason, "", BEFORE, Bytes32.ZERO);
    }
}
