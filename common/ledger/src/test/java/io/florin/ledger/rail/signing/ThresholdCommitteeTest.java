package io.florin.ledger.rail.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.group.G1;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.ledger.fixture.DealtKeys;
import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.AuthoritySignature.Share;
import io.florin.ledger.rail.signing.CommitteeVerifier.Combined;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThresholdCommitteeTest extends SigningContract {
    private static final byte[] STATEMENT = {1, 2, 3};

    private final TestCommittee committee = new TestCommittee(SigningScheme.THRESHOLD_BLS, 4, 1);
    private final CommitteeVerifier verifier = committee.verifier();

    ThresholdCommitteeTest() {
        super(SigningScheme.THRESHOLD_BLS);
    }

    @Test
    void whoeverTakesPartTheCertificateIsTheSame() {
        Map<Integer, AuthoritySignature> votes = votes();
        QuorumSignature all = verifier.combine(STATEMENT, votes).signature().orElseThrow();
        votes.remove(1);
        assertThat(verifier.combine(STATEMENT, votes).signature()).contains(all);
    }

    @Test
    void bytesThatAreNoPointAreNamedAndHarmNobody() {
        byte[] infinity = new byte[48];
        infinity[0] = (byte) 0xC0;
        byte[] ones = new byte[48];
        Arrays.fill(ones, (byte) 0xFF);
        for (byte[] nonsense : List.of(new byte[48], infinity, ones)) {
            var share = new Share(Bytes.of(nonsense));
            assertThat(verifier.verify(STATEMENT, 2, share)).isFalse();
            assertThat(verifier.verify(STATEMENT, new QuorumSignature.Group(Bytes.of(nonsense))))
                    .isFalse();
            Map<Integer, AuthoritySignature> votes = votes();
            votes.put(2, share);
            Combined combined = verifier.combine(STATEMENT, votes);
            assertThat(combined.wrong()).containsExactly(2);
            assertThat(combined.signature()).isPresent();
            votes.remove(4);
            assertThat(verifier.combine(STATEMENT, votes).signature()).isEmpty();
        }
    }

    /// Errors that cancel out in a plain sum of the batch do not under random multipliers.
    @Test
    void twoWrongSharesWhoseErrorsCancelOutAreBothFound() {
        List<byte[]> statements = List.of(new byte[] {1}, new byte[] {2});
        List<AuthoritySignature> signed = committee.signer(1).sign(statements);
        G1 error = point(committee.sign(2, STATEMENT));
        List<AuthoritySignature> shifted = new ArrayList<>();
        shifted.add(share(point(signed.get(0)).add(error)));
        shifted.add(share(point(signed.get(1)).add(error.negate())));
        assertThat(verifier.verifyAll(1, statements, shifted).isEmpty()).isTrue();
    }

    /// At zero, shares 1, 2 and 3 count 3, −3 and 1: an error that 1 and 2 share falls out of the sum. What comes out
    /// is the committee's one signature, as good as any.
    @Test
    void theSumDecidesNotItsShares() {
        QuorumSignature honest =
                verifier.combine(STATEMENT, votes()).signature().orElseThrow();
        G1 error = point(committee.sign(4, STATEMENT));
        Map<Integer, AuthoritySignature> votes = votes();
        for (int liar : new int[] {1, 2}) {
            Share shifted = share(point(committee.sign(liar, STATEMENT)).add(error));
            assertThat(verifier.verify(STATEMENT, liar, shifted)).isFalse();
            votes.put(liar, shifted);
        }
        Combined combined = verifier.combine(STATEMENT, votes);
        assertThat(combined.signature()).contains(honest);
        assertThat(combined.wrong()).isEmpty();
    }

    @Test
    void aKeyOfAnotherThresholdIsNoCommittees() {
        var random = new Random(5);
        for (int threshold : new int[] {1, 2, 4}) {
            DealtKeys dealt = DealtKeys.deal(threshold, 4, random);
            var key = new BlsGroupKey(threshold, dealt.groupKey(), dealt.verificationKeys());
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> new ThresholdCommittee(committee.id(), key, random))
                    .withMessageContaining("threshold");
        }
    }

    @Test
    void oneKeyHoldsOneSeat() {
        var random = new Random(6);
        DealtKeys dealt = DealtKeys.deal(3, 4, random);
        var keys = new ArrayList<>(dealt.verificationKeys());
        keys.set(1, keys.getFirst());
        var key = new BlsGroupKey(3, dealt.groupKey(), keys);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ThresholdCommittee(committee.id(), key, random))
                .withMessageContaining("one key");
    }

    /// A configuration whose shares are of another polynomial than its group key: nobody lies, and there is no
    /// certificate.
    @Test
    void sharesOfAnotherKeyMakeNoCertificateAndAccuseNobody() {
        var random = new Random(7);
        DealtKeys dealt = DealtKeys.deal(3, 4, random);
        DealtKeys other = DealtKeys.deal(3, 4, random);
        var mixed = new ThresholdCommittee(
                committee.id(), new BlsGroupKey(3, other.groupKey(), dealt.verificationKeys()), random);
        Map<Integer, AuthoritySignature> votes = new HashMap<>();
        for (int authority = 1; authority <= 4; authority++) {
            votes.put(
                    authority,
                    new ThresholdSigner(committee.id(), dealt.shares().get(authority - 1))
                            .sign(List.of(STATEMENT))
                            .getFirst());
        }
        Combined combined = mixed.combine(STATEMENT, votes);
        assertThat(combined.signature()).isEmpty();
        assertThat(combined.wrong()).isEmpty();
    }

    private Map<Integer, AuthoritySignature> votes() {
        Map<Integer, AuthoritySignature> votes = new HashMap<>();
        for (int authority = 1; authority <= 4; authority++) {
            votes.put(authority, committee.sign(authority, STATEMENT));
        }
        return votes;
    }

    private static G1 point(AuthoritySignature signature) {
        return BlsSignature.decode(((Share) signature).share().toArray()).point();
    }

    private static Share share(G1 point) {
        return new Share(BlsSignature.of(point).bytes());
    }
}
