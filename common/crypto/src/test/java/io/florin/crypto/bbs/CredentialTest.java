package io.florin.crypto.bbs;

import static io.florin.crypto.sigma.LinearRelation.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Torsion;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.OtherRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Issuing, and the statement of an anonymous payment: one credential, two commitments of its owner.
final class CredentialTest {
    private static final long EPOCH = 480_000;
    private static final byte[] HEADER = {7};

    private final RandomGenerator random = new SplittableRandom(20261120);
    private final BbsSecretKey secret = BbsSecretKey.generate(random);
    private final CredentialScheme scheme = new CredentialScheme(secret.publicKey(), HEADER);
    private final CredentialIssuer issuer = new CredentialIssuer(scheme, secret);
    private final Scalar secretKey = Scalar.random(random);
    private final Scalar holderPart = Scalar.random(random);
    private final Scalar issuerPart = Scalar.random(random);
    private final Scalar id = Scalar.ofLong(4711);

    private static ProofTranscript session(long number) {
        ProofTranscript transcript = ProofTranscript.of("CREDENTIAL-REQUEST", Bytes32.ZERO);
        transcript.statement("session", number);
        return transcript;
    }

    private CredentialRequest request() {
        return CredentialRequest.of(scheme, secretKey, holderPart, session(1), random);
    }

    private Credential credential(long epoch) {
        BbsSignature signature = issuer.sign(issuer.enroll(request(), issuerPart), id, epoch);
        return new Credential(scheme, signature, secretKey, holderPart.add(issuerPart), id, epoch);
    }

    @Test
    void issuesBlindly() {
        CredentialRequest request = CredentialRequest.decode(scheme, request().encode());
        assertThat(request.encode()).hasSize(CredentialRequest.SIZE);
        assertThat(request.verify(scheme, session(1))).isTrue();
        assertThat(credential(EPOCH).epoch()).isEqualTo(EPOCH);
    }

    @Test
    void aRequestIsBoundToItsSession() {
        assertThat(request().verify(scheme, session(2))).isFalse();
    }

    @Test
    void refusesEveryFlippedByteOfARequest() {
        byte[] encoded = request().encode();
        for (int i = 0; i < encoded.length; i++) {
            byte[] flipped = encoded.clone();
            flipped[i] ^= 1;
            boolean accepted;
            try {
                accepted = CredentialRequest.decode(scheme, flipped).verify(scheme, session(1));
            } catch (IllegalArgumentException malformed) {
                accepted = false;
            }
            assertThat(accepted).as("byte %d", i).isFalse();
        }
    }

    @Test
    void theIssuerRenewsWithoutTheHolder() {
        G1 stored = issuer.enroll(request(), issuerPart);
        for (long epoch = EPOCH; epoch < EPOCH + 3; epoch++) {
            BbsSignature signature = issuer.sign(stored, id, epoch);
            assertThat(new Credential(scheme, signature, secretKey, holderPart.add(issuerPart), id, epoch))
                    .hasToString("Credential");
        }
    }

    /// Two signatures with one e, of B and B′, add up to signatures of all sums of B and B′: e is another for
    /// everything that is signed, and nobody without the key knows it before.
    @Test
    void noTwoSignaturesShareTheirExponent() {
        G1 stored = issuer.enroll(request(), issuerPart);
        CredentialIssuer elsewhere =
                new CredentialIssuer(new CredentialScheme(secret.publicKey(), new byte[] {8}), secret);
        assertThat(List.of(
                        issuer.sign(stored, id, EPOCH).e(),
                        issuer.sign(stored, id, EPOCH + 1).e(),
                        issuer.sign(stored, id.add(Scalar.ONE), EPOCH).e(),
                        issuer.sign(stored.add(G1.generator()), id, EPOCH).e(),
                        elsewhere.sign(stored, id, EPOCH).e()))
                .doesNotHaveDuplicates();
        assertThat(issuer.sign(stored, id, EPOCH).encode())
                .isEqualTo(issuer.sign(stored, id, EPOCH).encode());
        BbsSuite.Octets known = new BbsSuite.Octets();
        known.point(stored);
        known.scalar(id);
        known.number(EPOCH);
        known.scalar(scheme.domain());
        assertThat(BbsSuite.CREDENTIAL.hash(known.toArray()))
                .as("from what is known without the key")
                .isNotEqualTo(issuer.sign(stored, id, EPOCH).e());
    }

    /// Pitfall 28: r1 differs by epoch, by what the presentation is for, and by the credential.
    @Test
    void noTwoPresentationsShareTheirRandomnessThoughTheGeneratorIsStuck() {
        RandomGenerator stuck = () -> 7L;
        Scalar serialKey = holderPart.add(issuerPart);
        Scalar e = Scalar.random(random);
        Credential credential = withExponent(e, serialKey, EPOCH);
        List<Scalar> drawn = Stream.of(
                        credential.present(new byte[] {1}, stuck),
                        credential.present(new byte[] {2}, stuck),
                        withExponent(e, serialKey, EPOCH + 1).present(new byte[] {1}, stuck),
                        withExponent(e, serialKey.add(Scalar.ONE), EPOCH).present(new byte[] {1}, stuck))
                .map(presented -> presented.secrets().get(1))
                .toList();
        assertThat(drawn).doesNotHaveDuplicates();
        assertThat(credential.present(new byte[] {1}, stuck).secrets().get(1)).isEqualTo(drawn.getFirst());
    }

    private Credential withExponent(Scalar e, Scalar serialKey, long epoch) {
        G1 signed = scheme.signed(scheme.commitment(secretKey, serialKey), id, epoch);
        return new Credential(scheme, BbsCore.sign(secret, e, signed), secretKey, serialKey, id, epoch);
    }

    @Test
    void refusesACredentialOfOtherAttributes() {
        BbsSignature signature = issuer.sign(issuer.enroll(request(), issuerPart), id, EPOCH);
        Scalar serialKey = holderPart.add(issuerPart);
        Scalar other = Scalar.ofLong(1);
        refused(() -> new Credential(scheme, signature, other, serialKey, id, EPOCH));
        refused(() -> new Credential(scheme, signature, secretKey, other, id, EPOCH));
        refused(() -> new Credential(scheme, signature, secretKey, serialKey, other, EPOCH));
        refused(() -> new Credential(scheme, signature, secretKey, serialKey, id, EPOCH + 1));
        CredentialScheme elsewhere = new CredentialScheme(secret.publicKey(), new byte[] {8});
        refused(() -> new Credential(elsewhere, signature, secretKey, serialKey, id, EPOCH));
        refused(() -> new CredentialIssuer(scheme, BbsSecretKey.generate(random)));
        refused(() -> issuer.sign(G1.identity(), id, EPOCH));
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call);
    }

    /// A payer's message: a presentation and a proof; with the commitments that it spends.
    private record Payment(CredentialPresentation presentation, List<G1> owned, byte[] proof) {}

    private Payment payment(Credential credential, Scalar owner) {
        PresentedCredential presented = credential.present(new byte[] {1}, random);
        List<G1> owned = new ArrayList<>();
        List<Scalar> witness = new ArrayList<>(presented.secrets());
        for (int i = 0; i < 2; i++) {
            Scalar blinding = Scalar.random(random);
            witness.add(blinding);
            owned.add(Generators.ENROLLMENT.multiply(owner).add(Generators.BLINDING.multiply(blinding)));
        }
        LinearRelation relation = relation(presented.presentation(), owned, credential.epoch());
        ProofTranscript transcript = transcript(presented.presentation(), owned, 1);
        BatchableProof proof =
                SigmaProver.prove(relation, Witness.of(witness), new TranscriptChallenge(transcript), random);
        return new Payment(presented.presentation(), owned, proof.encode(PointFormat.COMPRESSED));
    }

    private LinearRelation relation(CredentialPresentation presentation, List<G1> owned, long epoch) {
        LinearRelation.Builder builder = LinearRelation.builder();
        CredentialPresentation.Secrets secrets = presentation.state(builder, scheme, scheme.base(epoch));
        if (owned.isEmpty()) {
            return builder.build();
        }
        int idBase = builder.element(Generators.ENROLLMENT);
        int blindingBase = builder.element(Generators.BLINDING);
        for (G1 commitment : owned) {
            builder.equation(
                    builder.element(commitment), term(secrets.id(), idBase), term(builder.scalar(), blindingBase));
        }
        return builder.build();
    }

    private static ProofTranscript transcript(CredentialPresentation presentation, List<G1> owned, long transaction) {
        ProofTranscript transcript = ProofTranscript.of("PAYMENT", Bytes32.ZERO);
        transcript.statement("transaction", transaction);
        transcript.statement("owned", owned);
        transcript.statement("presentation", presentation.points());
        return transcript;
    }

    private void append(Payment payment, long epoch, long transaction, VerificationBatch.Item item) {
        LinearRelation relation = relation(payment.presentation(), payment.owned(), epoch);
        BatchableProof proof = BatchableProof.decode(relation, PointFormat.COMPRESSED, payment.proof());
        ProofTranscript transcript = transcript(payment.presentation(), payment.owned(), transaction);
        proof.verify(relation, new TranscriptChallenge(transcript), item);
        payment.presentation().verify(scheme, item);
    }

    private boolean accepts(Payment payment, long epoch, long transaction) {
        VerificationBatch batch = new VerificationBatch();
        append(payment, epoch, transaction, batch.item());
        return batch.verify(random).allValid();
    }

    @Test
    void provesOwnershipOfTwoCommitments() {
        Payment payment = payment(credential(EPOCH), id);
        assertThat(CredentialPresentation.size(PointFormat.COMPRESSED) + payment.proof().length)
                .isEqualTo(592);
        assertThat(accepts(payment, EPOCH, 1)).isTrue();
    }

    @Test
    void refusesOtherEpochsTransactionsAndOwners() {
        Payment payment = payment(credential(EPOCH), id);
        assertThat(accepts(payment, EPOCH + 1, 1)).isFalse();
        assertThat(accepts(payment, EPOCH, 2)).isFalse();
        assertThat(accepts(payment(credential(EPOCH), Scalar.ofLong(4712)), EPOCH, 1))
                .isFalse();
        Payment swapped = new Payment(payment.presentation(), payment.owned().reversed(), payment.proof());
        assertThat(accepts(swapped, EPOCH, 1)).isFalse();
    }

    @Test
    void refusesACredentialOfAnotherIssuer() {
        BbsSecretKey other = BbsSecretKey.generate(random);
        CredentialScheme forged = new CredentialScheme(other.publicKey(), HEADER);
        CredentialIssuer forger = new CredentialIssuer(forged, other);
        Scalar serialKey = holderPart.add(issuerPart);
        BbsSignature signature = forger.sign(forged.commitment(secretKey, serialKey), id, EPOCH);
        Credential credential = new Credential(forged, signature, secretKey, serialKey, id, EPOCH);
        assertThat(accepts(payment(credential, id), EPOCH, 1)).isFalse();
    }

    /// Without the pairing equation anybody could make up Ā and B̄; with the identity the pairing holds of itself.
    @Test
    void refusesMadeUpPresentations() {
        Payment payment = payment(credential(EPOCH), id);
        CredentialPresentation real = payment.presentation();
        refused(() -> new CredentialPresentation(G1.identity(), real.bBar(), real.d()));
        refused(() -> new CredentialPresentation(real.aBar(), G1.identity(), real.d()));
        refused(() -> new CredentialPresentation(real.aBar(), real.bBar(), G1.identity()));
        byte[] identity = G1.identity().encode();
        byte[] encoded = real.encode(PointFormat.COMPRESSED);
        for (int point = 0; point < 3; point++) {
            byte[] forged = encoded.clone();
            System.arraycopy(identity, 0, forged, point * identity.length, identity.length);
            refused(() -> CredentialPresentation.decode(PointFormat.COMPRESSED, forged));
        }
        Scalar e = Scalar.random(random);
        Scalar r1 = Scalar.random(random);
        Scalar r3 = Scalar.random(random);
        G1 signed = scheme.signed(scheme.commitment(secretKey, holderPart), id, EPOCH);
        G1 d = signed.multiply(r3.invert());
        G1 aBar = G1.generator().multiply(Scalar.random(random));
        CredentialPresentation madeUp =
                new CredentialPresentation(aBar, d.multiply(r1).subtract(aBar.multiply(e)), d);
        LinearRelation relation = relation(madeUp, List.of(), EPOCH);
        BatchableProof proof = SigmaProver.prove(
                relation,
                Witness.of(e, r1, r3, secretKey, holderPart, id),
                new TranscriptChallenge(transcript(madeUp, List.of(), 1)),
                random);
        assertThat(proof.verify(relation, new TranscriptChallenge(transcript(madeUp, List.of(), 1)), random))
                .as("the relation alone holds")
                .isTrue();
        assertThat(accepts(new Payment(madeUp, List.of(), proof.encode(PointFormat.COMPRESSED)), EPOCH, 1))
                .isFalse();
    }

    /// The pairing alone says nothing about a part of Ā outside the group.
    @Test
    void refusesAPresentationWhoseFirstPointNobodyChecked() {
        List<CurvePoint> real = payment(credential(EPOCH), id).presentation().points();
        PointBuffer unchecked = new PointBuffer();
        PointBuffer checked = new PointBuffer();
        for (CurvePoint point : real) {
            unchecked.decode(point.encode(), 0, G1.SIZE);
            checked.append(point);
        }
        refused(() -> new ShownCredential(unchecked, 0));
        assertThat(new ShownCredential(checked, 0).first()).isZero();
    }

    /// Pitfall 3: Ā must be of the group; of B̄ and D the part in the group counts, alone and in a batch.
    @Test
    void partsOutsideTheGroupGiveNothing() {
        Credential credential = credential(EPOCH);
        VerificationBatch batch = new VerificationBatch();
        for (CurvePoint small : List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177())) {
            PresentedCredential presented = credential.present(new byte[] {1}, random);
            CredentialPresentation clean = presented.presentation();
            CredentialPresentation sent = CredentialPresentation.decode(
                    PointFormat.COMPRESSED,
                    new CredentialPresentation(
                                    clean.aBar(), Torsion.sum(clean.bBar(), small), Torsion.sum(clean.d(), small))
                            .encode(PointFormat.COMPRESSED));
            BatchableProof proof = SigmaProver.prove(
                    relation(clean, List.of(), EPOCH),
                    Witness.of(presented.secrets()),
                    new OtherRelation(
                            relation(sent, List.of(), EPOCH), new TranscriptChallenge(transcript(sent, List.of(), 1))),
                    random);
            Payment payment = new Payment(sent, List.of(), proof.encode(PointFormat.COMPRESSED));
            assertThat(accepts(payment, EPOCH, 1)).isTrue();
            assertThat(accepts(payment, EPOCH, 2)).isFalse();
            assertThat(accepts(payment, EPOCH + 1, 1)).isFalse();
            append(payment, EPOCH, 1, batch.item());
            byte[] encoded = clean.encode(PointFormat.COMPRESSED);
            System.arraycopy(Torsion.sum(clean.aBar(), small).encode(), 0, encoded, 0, CurvePoint.SIZE);
            refused(() -> CredentialPresentation.decode(PointFormat.COMPRESSED, encoded));
        }
        assertThat(batch.verify(random).allValid()).isTrue();
    }

    @Test
    void presentationsOfOneCredentialDiffer() {
        Credential credential = credential(EPOCH);
        CredentialPresentation first =
                credential.present(new byte[] {1}, random).presentation();
        CredentialPresentation second =
                credential.present(new byte[] {1}, random).presentation();
        assertThat(first.points()).doesNotContainAnyElementsOf(second.points());
        assertThat(CredentialPresentation.decode(PointFormat.UNCOMPRESSED, first.encode(PointFormat.UNCOMPRESSED)))
                .isEqualTo(first);
        assertThat(credential.present(new byte[0], random)).hasToString("PresentedCredential");
    }

    @Test
    void aBatchNamesTheWrongPayment() {
        Credential credential = credential(EPOCH);
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 6; i++) {
            append(payment(credential, i == 4 ? Scalar.ONE : id), EPOCH, 1, batch.item());
        }
        assertThat(batch.verify(random).invalid()).containsExactly(4);
    }
}
