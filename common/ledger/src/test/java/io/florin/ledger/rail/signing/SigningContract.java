package io.florin.ledger.rail.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.CommitteeVerifier.Combined;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Duties of every scheme, whatever its signatures look like.
abstract class SigningContract {
    private static final int AUTHORITIES = 4;
    private static final int QUORUM = 3;
    private static final byte[] STATEMENT = text("vote for order 17");
    private static final byte[] OTHER = text("vote for order 18");

    private final SigningScheme scheme;
    private final TestCommittee committee;
    private final CommitteeVerifier verifier;

    SigningContract(SigningScheme scheme) {
        this.scheme = scheme;
        this.committee = new TestCommittee(scheme, AUTHORITIES, 1);
        this.verifier = committee.verifier();
    }

    @Test
    void everyAuthoritySignsForItselfOnly() {
        for (int signer = 1; signer <= AUTHORITIES; signer++) {
            AuthoritySignature signature = committee.sign(signer, STATEMENT);
            for (int claimed = 1; claimed <= AUTHORITIES; claimed++) {
                assertThat(verifier.verify(STATEMENT, claimed, signature)).isEqualTo(claimed == signer);
            }
        }
    }

    @Test
    void nobodySignsAsAnAuthorityThatIsNotThere() {
        AuthoritySignature signature = committee.sign(1, STATEMENT);
        for (int nobody : new int[] {Integer.MIN_VALUE, -1, 0, AUTHORITIES + 1, 33, Integer.MAX_VALUE}) {
            assertThat(verifier.verify(STATEMENT, nobody, signature)).isFalse();
            assertThat(verifier.verifyAll(nobody, List.of(STATEMENT), List.of(signature)))
                    .isEqualTo(new BitSet());
            Map<Integer, AuthoritySignature> signatures = votes(1, 2);
            signatures.put(nobody, signature);
            assertThat(verifier.combine(STATEMENT, signatures).signature()).isEmpty();
        }
    }

    @Test
    void anyQuorumSuffices() {
        for (int absent = 1; absent <= AUTHORITIES; absent++) {
            Map<Integer, AuthoritySignature> votes = votes(1, 2, 3, 4);
            votes.remove(absent);
            Combined combined = verifier.combine(STATEMENT, votes);
            assertThat(combined.wrong()).isEmpty();
            assertThat(verifier.verify(STATEMENT, combined.signature().orElseThrow()))
                    .isTrue();
        }
    }

    @Test
    void inACommitteeOfSevenAnyFiveSufficeAndFourDoNot() {
        var seven = new TestCommittee(scheme, 7, 2);
        Map<Integer, AuthoritySignature> votes = new HashMap<>();
        for (int authority : new int[] {7, 5, 4, 2}) {
            votes.put(authority, seven.sign(authority, STATEMENT));
        }
        assertThat(seven.verifier().combine(STATEMENT, votes).signature()).isEmpty();
        votes.put(1, seven.sign(1, STATEMENT));
        QuorumSignature signature =
                seven.verifier().combine(STATEMENT, votes).signature().orElseThrow();
        assertThat(seven.verifier().verify(STATEMENT, signature)).isTrue();
        assertThat(verifier.verify(STATEMENT, signature)).isFalse();
    }

    @Test
    void oneLessThanAQuorumDoesNotSuffice() {
        Combined combined = verifier.combine(STATEMENT, votes(2, 4));
        assertThat(combined.signature()).isEmpty();
        assertThat(combined.wrong()).isEmpty();
    }

    @Test
    void oneAuthorityTwiceDoesNotCountTwice() {
        Map<Integer, AuthoritySignature> votes = votes(1, 3);
        votes.put(2, committee.sign(1, STATEMENT));
        Combined combined = verifier.combine(STATEMENT, votes);
        assertThat(combined.signature()).isEmpty();
        assertThat(combined.wrong()).containsExactly(2);
    }

    @Test
    void aWrongSignatureIsNamedAndTheOthersSuffice() {
        for (int liar = 1; liar <= QUORUM; liar++) {
            Map<Integer, AuthoritySignature> votes = votes(1, 2, 3, 4);
            votes.put(liar, committee.sign(liar, OTHER));
            Combined combined = verifier.combine(STATEMENT, votes);
            assertThat(combined.wrong()).containsExactly(liar);
            assertThat(verifier.verify(STATEMENT, combined.signature().orElseThrow()))
                    .isTrue();
        }
    }

    @Test
    void twoLiarsOfFourAreNamedAndLeaveNoQuorum() {
        Map<Integer, AuthoritySignature> votes = votes(1, 2, 3, 4);
        votes.put(1, committee.sign(1, OTHER));
        votes.put(3, committee.sign(3, OTHER));
        Combined combined = verifier.combine(STATEMENT, votes);
        assertThat(combined.signature()).isEmpty();
        assertThat(combined.wrong()).containsExactly(1, 3);
    }

    @Test
    void aSignatureOfOneStatementProvesNoOther() {
        assertThat(verifier.verify(OTHER, 1, committee.sign(1, STATEMENT))).isFalse();
        assertThat(verifier.verify(OTHER, quorum())).isFalse();
        assertThat(verifier.verify(new byte[0], quorum())).isFalse();
        byte[] longer = Arrays.copyOf(STATEMENT, STATEMENT.length + 1);
        assertThat(verifier.verify(longer, quorum())).isFalse();
    }

    @Test
    void inAWindowEachSignatureProvesItsOwnStatementOnly() {
        List<byte[]> window = window(11);
        List<AuthoritySignature> signatures = committee.signer(2).sign(window);
        for (int statement = 0; statement < window.size(); statement++) {
            for (int signature = 0; signature < window.size(); signature++) {
                assertThat(verifier.verify(window.get(statement), 2, signatures.get(signature)))
                        .isEqualTo(statement == signature);
            }
        }
    }

    @Test
    void aCommitteeOfTheSameKeysAndAnotherNameHasSignedNothing() {
        CommitteeVerifier namesake = committee.renamed(9).verifier();
        assertThat(namesake.verify(STATEMENT, 1, committee.sign(1, STATEMENT))).isFalse();
        assertThat(namesake.verify(STATEMENT, quorum())).isFalse();
        assertThat(namesake.combine(STATEMENT, votes(1, 2, 3)).signature()).isEmpty();
    }

    @Test
    void aCommitteeOfOtherKeysAndTheSameNameHasSignedNothing() {
        CommitteeVerifier strangers = new TestCommittee(scheme, AUTHORITIES, 3).verifier();
        assertThat(strangers.verify(STATEMENT, 1, committee.sign(1, STATEMENT))).isFalse();
        assertThat(strangers.verify(STATEMENT, quorum())).isFalse();
    }

    @Test
    void anotherSchemesSignaturesMeanNothing() {
        for (SigningScheme other : SigningScheme.values()) {
            if (other == scheme) {
                continue;
            }
            // the same seed: Ed25519 keys are the same in both schemes that have them
            var others = new TestCommittee(other, AUTHORITIES, 1);
            Map<Integer, AuthoritySignature> votes = new HashMap<>();
            for (int authority = 1; authority <= AUTHORITIES; authority++) {
                votes.put(authority, others.sign(authority, STATEMENT));
                assertThat(verifier.verify(STATEMENT, authority, others.sign(authority, STATEMENT)))
                        .isFalse();
            }
            Combined combined = verifier.combine(STATEMENT, votes);
            assertThat(combined.signature()).isEmpty();
            assertThat(combined.wrong()).containsExactly(1, 2, 3, 4);
            QuorumSignature signature =
                    others.verifier().combine(STATEMENT, votes).signature().orElseThrow();
            assertThat(verifier.verify(STATEMENT, signature)).isFalse();
            assertThat(verifier.verifyAll(List.of(STATEMENT), List.of(signature)))
                    .isEqualTo(new BitSet());
        }
    }

    @Test
    void manyAreVerifiedTogetherAsEachAlone() {
        List<byte[]> window = window(20);
        List<AuthoritySignature> signatures =
                new ArrayList<>(committee.signer(1).sign(window));
        List<AuthoritySignature> byAnother = committee.signer(2).sign(window);
        assertThat(verifier.verifyAll(1, window, signatures)).isEqualTo(all(20));
        signatures.set(0, byAnother.get(0));
        signatures.set(13, signatures.get(12));
        signatures.set(19, byAnother.get(3));
        BitSet expected = all(20);
        expected.clear(0);
        expected.clear(13);
        expected.clear(19);
        assertThat(verifier.verifyAll(1, window, signatures)).isEqualTo(expected);
        assertThat(verifier.verifyAll(1, List.of(), List.of())).isEqualTo(new BitSet());
    }

    @Test
    void signaturesThatAreExchangedAreBothWrong() {
        List<byte[]> window = window(2);
        List<AuthoritySignature> signatures = committee.signer(1).sign(window);
        assertThat(verifier.verifyAll(1, window, signatures.reversed())).isEqualTo(new BitSet());
    }

    @Test
    void manyQuorumsAreVerifiedTogetherAsEachAlone() {
        List<byte[]> window = window(9);
        List<QuorumSignature> signatures = new ArrayList<>(quorums(window));
        assertThat(verifier.verifyAll(window, signatures)).isEqualTo(all(9));
        Collections.swap(signatures, 4, 5);
        BitSet expected = all(9);
        expected.clear(4, 6);
        assertThat(verifier.verifyAll(window, signatures)).isEqualTo(expected);
    }

    @Test
    void asManySignaturesAsStatementsAreVerified() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> verifier.verifyAll(1, List.of(STATEMENT), List.of()));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> verifier.verifyAll(List.of(STATEMENT), List.of()));
    }

    @Test
    void encodingsComeBackAsTheyWere() {
        for (AuthoritySignature signature : committee.signer(1).sign(window(5))) {
            byte[] bytes = encoded(signature::writeTo);
            assertThat(CanonicalReader.decode(bytes, AuthoritySignature::readFrom))
                    .isEqualTo(signature);
        }
        byte[] bytes = encoded(quorum()::writeTo);
        assertThat(CanonicalReader.decode(bytes, QuorumSignature::readFrom)).isEqualTo(quorum());
    }

    @Test
    void everyFlippedBitOfAnAuthoritysSignatureIsRefused() {
        List<byte[]> window = window(5);
        AuthoritySignature signature = committee.signer(1).sign(window).get(4);
        assertThat(verifier.verify(window.get(4), 1, signature)).isTrue();
        assertEveryChangeIsRefused(
                encoded(signature::writeTo),
                AuthoritySignature::readFrom,
                changed -> verifier.verify(window.get(4), 1, changed));
    }

    @Test
    void everyFlippedBitOfAQuorumsSignatureIsRefused() {
        assertEveryChangeIsRefused(
                encoded(quorum()::writeTo), QuorumSignature::readFrom, changed -> verifier.verify(STATEMENT, changed));
    }

    @Test
    void aWindowHasABound() {
        AuthoritySigner signer = committee.signer(1);
        assertThat(signer.sign(List.of())).isEmpty();
        List<byte[]> tooMany = Collections.nCopies(AuthoritySigner.WINDOW_MAX + 1, STATEMENT);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> signer.sign(tooMany));
    }

    @Test
    void aClosedSignerSignsNothing() {
        AuthoritySigner signer = new TestCommittee(scheme, AUTHORITIES, 1).signer(1);
        signer.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> signer.sign(List.of(STATEMENT)));
    }

    private static <T> void assertEveryChangeIsRefused(
            byte[] bytes, Function<CanonicalReader, T> decoder, Predicate<T> accepts) {
        for (int i = 0; i < bytes.length; i++) {
            for (int mask : new int[] {1, 0x80}) {
                byte[] changed = bytes.clone();
                changed[i] ^= (byte) mask;
                T decoded;
                try {
                    decoded = CanonicalReader.decode(changed, decoder);
                } catch (DecodeException refused) {
                    continue;
                }
                assertThat(accepts.test(decoded)).as("byte %d ^ %d", i, mask).isFalse();
            }
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(DecodeException.class)
                    .as("first %d bytes", length)
                    .isThrownBy(() -> CanonicalReader.decode(cut, decoder));
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CanonicalReader.decode(longer, decoder));
    }

    private Map<Integer, AuthoritySignature> votes(int... authorities) {
        Map<Integer, AuthoritySignature> votes = new TreeMap<>();
        for (int authority : authorities) {
            votes.put(authority, committee.sign(authority, STATEMENT));
        }
        return votes;
    }

    private QuorumSignature quorum() {
        return verifier.combine(STATEMENT, votes(1, 2, 4)).signature().orElseThrow();
    }

    private List<QuorumSignature> quorums(List<byte[]> window) {
        List<List<AuthoritySignature>> signed = IntStream.rangeClosed(1, QUORUM)
                .mapToObj(authority -> committee.signer(authority).sign(window))
                .toList();
        List<QuorumSignature> signatures = new ArrayList<>();
        for (int i = 0; i < window.size(); i++) {
            Map<Integer, AuthoritySignature> votes = new HashMap<>();
            for (int authority = 1; authority <= QUORUM; authority++) {
                votes.put(authority, signed.get(authority - 1).get(i));
            }
            signatures.add(verifier.combine(window.get(i), votes).signature().orElseThrow());
        }
        return signatures;
    }

    private static List<byte[]> window(int count) {
        return IntStream.range(0, count).mapToObj(i -> text("statement " + i)).toList();
    }

    private static BitSet all(int count) {
        BitSet all = new BitSet();
        all.set(0, count);
        return all;
    }

    private static byte[] encoded(Consumer<CanonicalWriter> value) {
        CanonicalWriter writer = new CanonicalWriter();
        value.accept(writer);
        return writer.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
