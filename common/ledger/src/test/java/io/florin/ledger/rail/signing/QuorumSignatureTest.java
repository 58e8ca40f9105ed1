package io.florin.ledger.rail.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.AuthoritySignature.Naive;
import io.florin.ledger.rail.signing.AuthoritySignature.Share;
import io.florin.ledger.rail.signing.QuorumSignature.Each;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QuorumSignatureTest {
    private static final byte[] STATEMENT = {1};
    private static final AuthoritySignature SIGNATURE = new Naive(Bytes.of(new byte[64]));

    private final TestCommittee seven = new TestCommittee(SigningScheme.NAIVE_ED25519, 7, 1);

    @Test
    void ofSevenExactlyFiveAreAQuorum() {
        for (int count = 3; count <= 7; count++) {
            SortedMap<Integer, AuthoritySignature> signatures = new TreeMap<>();
            for (int authority = 1; authority <= count; authority++) {
                signatures.put(authority, seven.sign(authority, STATEMENT));
            }
            var each = new Each(SigningScheme.NAIVE_ED25519, signatures);
            assertThat(seven.verifier().verify(STATEMENT, each)).isEqualTo(count == 5);
        }
    }

    @Test
    void anAuthorityThatTheCommitteeLacksIsRefused() {
        SortedMap<Integer, AuthoritySignature> signatures = new TreeMap<>();
        for (int authority : new int[] {1, 2, 3, 4}) {
            signatures.put(authority, seven.sign(authority, STATEMENT));
        }
        signatures.put(8, seven.sign(5, STATEMENT));
        assertThat(seven.verifier().verify(STATEMENT, new Each(SigningScheme.NAIVE_ED25519, signatures)))
                .isFalse();
    }

    @Test
    void hasAsManySignaturesAsSomeQuorum() {
        for (int count : new int[] {0, 2, 22}) {
            assertRefused(SigningScheme.NAIVE_ED25519, signatures(1, count));
        }
        assertThat(each(signatures(11, 21)).signatures()).hasSize(21);
    }

    @Test
    void namesAuthoritiesThatACommitteeCanHave() {
        assertRefused(SigningScheme.NAIVE_ED25519, signatures(0, 3));
        assertRefused(SigningScheme.NAIVE_ED25519, signatures(30, 3));
        assertThat(each(signatures(29, 3)).signatures()).hasSize(3);
    }

    @Test
    void isOfOneSchemeThatDoesNotCombine() {
        SortedMap<Integer, AuthoritySignature> mixed = signatures(1, 3);
        mixed.put(2, new Share(Bytes.of(new byte[48])));
        assertRefused(SigningScheme.NAIVE_ED25519, mixed);
        assertRefused(SigningScheme.MERKLE_BATCH, signatures(1, 3));
        mixed.replaceAll((authority, signature) -> new Share(Bytes.of(new byte[48])));
        assertRefused(SigningScheme.THRESHOLD_BLS, mixed);
    }

    @Test
    void aBitAboveTheLastAuthorityIsRefused() {
        byte[] bytes = encode(each(signatures(1, 3)));
        bytes[1] = (byte) 0x80;
        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> CanonicalReader.decode(bytes, QuorumSignature::readFrom));
    }

    private static Each each(SortedMap<Integer, AuthoritySignature> signatures) {
        return new Each(SigningScheme.NAIVE_ED25519, signatures);
    }

    private static void assertRefused(SigningScheme scheme, SortedMap<Integer, AuthoritySignature> signatures) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Each(scheme, signatures));
    }

    private static SortedMap<Integer, AuthoritySignature> signatures(int first, int count) {
        SortedMap<Integer, AuthoritySignature> signatures = new TreeMap<>();
        for (int authority = first; authority < first + count; authority++) {
            signatures.put(authority, SIGNATURE);
        }
        return signatures;
    }

    private static byte[] encode(QuorumSignature signature) {
        var writer = new CanonicalWriter();
        signature.writeTo(writer);
        return writer.toByteArray();
    }
}
