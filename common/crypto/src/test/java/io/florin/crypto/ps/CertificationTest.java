package io.florin.crypto.ps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeyNetwork;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.Certification.Outcome.Certified;
import io.florin.crypto.ps.Certification.Outcome.Incomplete;
import io.florin.crypto.ps.Certification.Outcome.WrongOpening;
import io.florin.crypto.threshold.SignatureScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificationTest {
    private static final PsFixture FIXTURE = new PsFixture();

    private final PsPublicKey key = FIXTURE.key;

    @Test
    void anyThreeOfFourCertifiersMakeTheOneSignature() {
        PsSignature first = FIXTURE.signature();
        assertThat(first.verifies(key, FIXTURE.message)).isTrue();
        for (List<CertificationShare> shares :
                List.of(FIXTURE.shares(1, 2, 4), FIXTURE.shares(4, 3, 1), FIXTURE.shares(2, 3, 4, 1))) {
            Certified certified = (Certified) combine(shares);
            assertThat(certified.signature()).isEqualTo(first);
            assertThat(certified.blamed()).isEmpty();
        }
    }

    @Test
    void aVerificationKeyIsThatOfTheShareAndReadsBack() {
        byte[] encoded = FIXTURE.keyShares.get(1).verificationKey().encode();
        assertThat(encoded)
                .hasSize(PsVerificationKey.SIZE)
                .isEqualTo(FIXTURE.certification.verificationKeys().get(1).encode());
        PsVerificationKey read = PsVerificationKey.decode(2, encoded);
        assertThat(read.accepts(FIXTURE.base, FIXTURE.token, FIXTURE.share(2).signature()))
                .isTrue();
        assertThat(read.accepts(FIXTURE.base, FIXTURE.token, FIXTURE.share(1).signature()))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PsVerificationKey.decode(2, Arrays.copyOf(encoded, encoded.length - 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PsVerificationKey.decode(2, Arrays.copyOf(encoded, encoded.length + 1)));
    }

    /// A share or verification key of index 0 would be that of the whole key; one of fewer scalars would not sign all.
    @Test
    void indexesAndComponentsOfSharesAreChecked() {
        Scalar x = Scalar.random(FIXTURE.random);
        List<Scalar> y = List.of(x, x, x);
        G2 point = G2.generator().multiply(x);
        List<G2> points = List.of(point, point, point);
        for (int index : List.of(0, -1, 256)) {
            assertThatIllegalArgumentException().isThrownBy(() -> new PsKeyShare(index, x, y));
            assertThatIllegalArgumentException().isThrownBy(() -> PsVerificationKey.of(index, point, points));
        }
        for (int count : List.of(2, 4)) {
            assertThatIllegalArgumentException().isThrownBy(() -> new PsKeyShare(1, x, Collections.nCopies(count, x)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PsVerificationKey.of(1, point, Collections.nCopies(count, point)));
        }
        List<G2> ofKey = key.y().stream().map(PreparedG2::point).toList();
        List<G1> four = new ArrayList<>(key.blinding());
        four.add(four.getFirst());
        for (List<G1> blinding : List.of(key.blinding().subList(0, 2), four)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PsPublicKey.of(key.x().point(), ofKey, blinding));
        }
        assertThat(new PsKeyShare(255, x, y).verificationKey().index()).isEqualTo(255);
    }

    /// What a configuration says about certifiers: every component of every verification key is looked at.
    @Test
    void verificationKeysOfAnotherSharingAreRefused() {
        List<Bytes> keys = FIXTURE.certification.verificationKeys().stream()
                .map(each -> Bytes.of(each.encode()))
                .toList();
        PsKeys.requireSharing(key, PsFixture.THRESHOLD, keys);
        for (int component = 0; component <= PsPublicKey.MESSAGES; component++) {
            byte[] changed = keys.get(2).toArray();
            System.arraycopy(keys.get(1).toArray(), component * G2.SIZE, changed, component * G2.SIZE, G2.SIZE);
            List<Bytes> bad = List.of(keys.get(0), keys.get(1), Bytes.of(changed), keys.get(3));
            assertThatIllegalArgumentException()
                    .as("component %d", component)
                    .isThrownBy(() -> PsKeys.requireSharing(key, PsFixture.THRESHOLD, bad));
        }
        for (List<Bytes> bad : List.of(
                keys.reversed(),
                keys.subList(0, 2),
                List.of(keys.get(0), keys.get(1), keys.get(2), Bytes.of(new byte[0])),
                List.of(
                        keys.get(0),
                        keys.get(1),
                        keys.get(2),
                        Bytes.of(Arrays.copyOf(keys.get(3).toArray(), PsVerificationKey.SIZE + 1))))) {
            assertThatIllegalArgumentException().isThrownBy(() -> PsKeys.requireSharing(key, PsFixture.THRESHOLD, bad));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> PsKeys.requireSharing(key, 2, keys));
        assertThatIllegalArgumentException().isThrownBy(() -> PsKeys.requireSharing(key, 4, keys));
    }

    @Test
    void aKeyForSomethingElseIsNoCertifiersKey() {
        KeyNetwork network = new KeyNetwork(2, 7);
        SharedKey bls = KeyNetwork.completed(
                        network.generate(network.setup(
                                KeySetup.Kind.FRESH, 2, List.of(GroupKeys.component(SignatureScheme.BLS_G1)))),
                        1)
                .key();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PsKeys.publicKey(bls))
                .withMessage("not a Pointcheval–Sanders key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PsKeys.verificationKeys(bls))
                .withMessage("not a Pointcheval–Sanders key");
    }

    @Test
    void theSignatureIsOfThisMessageOnly() {
        PsSignature signature = FIXTURE.signature();
        List<Scalar> scalars = FIXTURE.message.scalars();
        for (int i = 0; i < 3; i++) {
            List<Scalar> changed = new ArrayList<>(scalars);
            changed.set(i, changed.get(i).add(Scalar.ONE));
            assertThat(signature.verifies(key, new PsMessage(changed.get(0), changed.get(1), changed.get(2))))
                    .isFalse();
        }
        PsSignature ofNothing = new PsSignature(G1.identity(), G1.identity());
        assertThat(ofNothing.verifies(key, FIXTURE.message)).isFalse();
        assertThat(new PsFixture().key.equals(key)).isTrue(); // one seed, one key
    }

    @Test
    void wrongSharesAreNamedAndTheOthersCombined() {
        List<CertificationShare> good = FIXTURE.shares(1, 2, 3, 4);
        CertificationShare wrong = new CertificationShare(2, good.get(0).signature());
        Certified certified = (Certified) combine(List.of(good.get(0), wrong, good.get(2), good.get(3)));
        assertThat(certified.blamed()).containsExactly(2);
        assertThat(certified.signature()).isEqualTo(FIXTURE.signature());
        Certified despite = (Certified) combine(List.of(wrong, good.get(0), good.get(1), good.get(2), good.get(3)));
        assertThat(despite.blamed()).as("the first of a certifier counts").containsExactly(2);
        assertThat(((Certified) combine(List.of(good.get(0), good.get(1), wrong, good.get(2)))).blamed())
                .isEmpty();
        Incomplete incomplete = (Incomplete) combine(List.of(good.get(0), wrong, good.get(2)));
        assertThat(incomplete.blamed()).containsExactly(2);
        assertThat(incomplete.good()).isEqualTo(2);
    }

    @Test
    void tooFewSharesDuplicatesAndStrangersMakeNothing() {
        CertificationShare one = FIXTURE.share(1);
        CertificationShare two = FIXTURE.share(2);
        CertificationShare stranger = new CertificationShare(9, one.signature());
        for (List<CertificationShare> few : List.of(
                List.<CertificationShare>of(),
                List.of(one, two),
                Collections.nCopies(3, one),
                List.of(one, two, stranger))) {
            assertThat(combine(few)).isInstanceOf(Incomplete.class);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new CertificationShare(0, one.signature()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Certification(key, 5, FIXTURE.certification.verificationKeys()));
    }

    @Test
    void anOpeningOfAnotherTokenIsNoticedBeforeAnybodyIsBlamed() {
        TokenOpening other = new TokenOpening(
                FIXTURE.opening.enrollment(),
                FIXTURE.opening.value().add(Scalar.ONE),
                FIXTURE.opening.ownerBlinding(),
                FIXTURE.opening.valueBlinding());
        assertThat(FIXTURE.certification.combine(FIXTURE.base, FIXTURE.token, other, FIXTURE.shares(1, 2, 3)))
                .isEqualTo(new WrongOpening());
    }

    /// (H, s1), (H, s2) under one base combine to signatures that nobody made: pitfall 10.
    @Test
    void twoTokensUnderOneBaseAreRefused() {
        Certifier certifier = FIXTURE.certifiers.getFirst();
        BlindedToken other = new BlindedToken(FIXTURE.token.owner(), FIXTURE.token.owner());
        assertThat(certifier.certify(PsFixture.CONTEXT, 0, FIXTURE.token)).isPresent();
        assertThat(certifier.certify(PsFixture.CONTEXT, 0, FIXTURE.token)).isPresent();
        assertThat(certifier.certify(PsFixture.CONTEXT, 0, other)).isEmpty();
        assertThat(certifier.certify(PsFixture.CONTEXT, 1, other)).isPresent();
    }

    @Test
    void basesAndSeedsFollowFromTheContextAndDiffer() {
        List<Bytes32> context = PsFixture.CONTEXT;
        List<TokenBase> bases = List.of(
                TokenBase.of(context, 0),
                TokenBase.of(context, 1),
                TokenBase.of(context.reversed(), 0),
                TokenBase.of(context.subList(0, 1), 0),
                TokenBase.of(List.of(context.get(0), context.get(0)), 0));
        assertThat(bases).doesNotHaveDuplicates().contains(TokenBase.of(context, 0));
        assertThat(bases.stream().map(TokenBase::seed)).doesNotHaveDuplicates();
        assertThatIllegalArgumentException().isThrownBy(() -> TokenBase.of(List.of(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> TokenBase.of(context, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> TokenBase.of(Collections.nCopies(17, Bytes32.ZERO), 0));
    }

    /// Recorded: payments of old versions must be spendable under new ones.
    @Test
    void theBaseOfAContextIsRecorded() {
        TokenBase base = TokenBase.of(List.of(Bytes32.ZERO), 0);
        assertThat(Sha256.hash(base.point().encode(), base.seed().toBytes()).toHex())
                .isEqualTo("efafa4b464be89819524cf0cb414e3b045d3d5c398a37c0149938cdebfd1310d");
    }

    /// Whoever had x·G could add it to a forged signature: pitfall 12. The key has four points of G2 and three of G1,
    /// and the three are the blindings.
    @Test
    void thePublicKeyHasNoXInG1() {
        byte[] encoded = key.encode();
        assertThat(encoded).hasSize(4 * 96 + 3 * 48).hasSize(PsPublicKey.SIZE);
        assertThat(PsPublicKey.decode(encoded)).isEqualTo(key);
        for (G1 point : key.blinding()) {
            boolean isX = new PairingProduct()
                    .add(point, PreparedG2.generator())
                    .add(Generators.BLINDING.negate(), key.x())
                    .isOne();
            assertThat(isX).isFalse();
        }
    }

    @Test
    void keysThatDoNotFitTogetherAreRefused() {
        List<G2> y = key.y().stream().map(PreparedG2::point).toList();
        G2 x = key.x().point();
        List<G1> blinding = key.blinding();
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.of(x, y.reversed(), blinding));
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.of(G2.identity(), y, blinding));
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.of(x, y.subList(0, 2), blinding));
        byte[] encoded = key.encode();
        encoded[0] ^= 1;
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.decode(encoded));
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.decode(new byte[PsPublicKey.SIZE]));
        assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.decode(new byte[1]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PsPublicKey.decode(Arrays.copyOf(key.encode(), PsPublicKey.SIZE + 1)));
    }

    /// Where Y~k and Yk are both the identity they hold the same yk = 0: scalar k would not be signed.
    @Test
    void theIdentityIsNoPartOfAKey() {
        List<G2> y = key.y().stream().map(PreparedG2::point).toList();
        G2 x = key.x().point();
        for (int k = 0; k < PsPublicKey.MESSAGES; k++) {
            List<G2> second = new ArrayList<>(y);
            second.set(k, G2.identity());
            List<G1> first = new ArrayList<>(key.blinding());
            first.set(k, G1.identity());
            assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.of(x, second, first));
        }
        byte[] encoded = key.encode();
        for (int start = 0; start < PsPublicKey.SIZE; start += start < 4 * G2.SIZE ? G2.SIZE : G1.SIZE) {
            byte[] identity =
                    start < 4 * G2.SIZE ? G2.identity().encode() : G1.identity().encode();
            byte[] changed = encoded.clone();
            System.arraycopy(identity, 0, changed, start, identity.length);
            assertThatIllegalArgumentException().isThrownBy(() -> PsPublicKey.decode(changed));
        }
    }

    @Test
    void tokensAreDecodedStrictly() {
        byte[] encoded = FIXTURE.token.encode();
        assertThat(BlindedToken.decode(encoded)).isEqualTo(FIXTURE.token);
        byte[] withIdentity = encoded.clone();
        System.arraycopy(G1.identity().encode(), 0, withIdentity, 48, 48);
        assertThatIllegalArgumentException().isThrownBy(() -> BlindedToken.decode(withIdentity));
        assertThatIllegalArgumentException().isThrownBy(() -> BlindedToken.decode(new byte[96]));
        assertThatIllegalArgumentException().isThrownBy(() -> BlindedToken.decode(Arrays.copyOf(encoded, 97)));
        assertThatIllegalArgumentException().isThrownBy(() -> BlindedToken.decode(Arrays.copyOf(encoded, 95)));
    }

    @Test
    void secretsPrintNothing() {
        assertThat(FIXTURE.opening).hasToString("TokenOpening");
        assertThat(FIXTURE.message).hasToString("PsMessage");
        assertThat(FIXTURE.keyShares.getFirst()).hasToString("PsKeyShare[1]");
    }

    private Certification.Outcome combine(List<CertificationShare> shares) {
        return FIXTURE.certification.combine(FIXTURE.base, FIXTURE.token, FIXTURE.opening, shares);
    }
}
