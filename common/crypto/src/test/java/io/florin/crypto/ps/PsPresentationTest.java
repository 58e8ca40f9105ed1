package io.florin.crypto.ps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Torsion;
import io.florin.crypto.ps.PsPresentation.Shown;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.OtherRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One signature shown in both forms, with the serial number in the same relation as the platform does.
class PsPresentationTest {
    private static final PsFixture FIXTURE = new PsFixture();

    private final PsPublicKey key = FIXTURE.key;
    private final PsSignature signature = FIXTURE.signature();
    private final Scalar ownerKey = Scalar.random(FIXTURE.random);
    private final SerialNumber serial = SerialNumber.of(ownerKey, FIXTURE.base.seed());

    @Test
    void theSameSignatureIsShownInBothForms() {
        Shown shown = show();
        BatchableProof proof = prove(shown, serial);
        assertThat(verifies(shown.presentation(), serial, proof)).isTrue();
        CoconutPresentation textbook =
                CoconutPresentation.show(key, signature, FIXTURE.message, transcript(), FIXTURE.random);
        assertThat(textbook.verifies(key, transcript())).isTrue();
    }

    @Test
    void everyPointOfThePresentationCounts() {
        Shown shown = show();
        BatchableProof proof = prove(shown, serial);
        for (int i = 0; i < 5; i++) {
            List<CurvePoint> points = new ArrayList<>(shown.presentation().points());
            points.set(i, ((G1) points.get(i)).add(G1.generator()));
            assertThat(verifies(new PsPresentation(points), serial, proof)).isFalse();
        }
        SerialNumber other = SerialNumber.of(ownerKey, FIXTURE.base.seed().add(Scalar.ONE));
        assertThat(verifies(shown.presentation(), other, proof)).isFalse();
        assertThat(verifies(shown.presentation(), serial, prove(show(), serial)))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PsPresentation(Collections.nCopies(4, G1.generator())));
    }

    /// With R = O the pairing equation holds for W = b·G, S = Σ b·Y and any message: pitfall 2.
    @Test
    void theIdentityAsBaseIsRefused() {
        List<Scalar> blindings =
                List.of(Scalar.random(FIXTURE.random), Scalar.random(FIXTURE.random), Scalar.random(FIXTURE.random));
        List<G1> points = new ArrayList<>(List.of(G1.identity()));
        blindings.forEach(blinding -> points.add(Generators.BLINDING.multiply(blinding)));
        points.add(G1.sumOfProducts(blindings, key.blinding()));
        VerificationBatch batch = new VerificationBatch();
        new PsPresentation(points).appendTo(batch.item(), key);
        assertThat(batch.verify(FIXTURE.random).allValid()).isFalse();
        PsSignature ofNothing = new PsSignature(G1.identity(), G1.identity());
        CoconutPresentation textbook =
                CoconutPresentation.show(key, ofNothing, FIXTURE.message, transcript(), FIXTURE.random);
        assertThat(textbook.base().isIdentity()).isTrue();
        assertThat(textbook.verifies(key, transcript())).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> CoconutPresentation.decode(textbook.encode()));
    }

    /// Pitfall 3: the base must be of the group. Of the other points the part in the group is what is shown, so a
    /// prover who adds a point of small order gets the same answer alone and in a batch, and gains nothing.
    @Test
    void partsOutsideTheGroupGiveNothing() {
        for (CurvePoint small : List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177())) {
            for (SerialNumber spent : List.of(serial, SerialNumber.of(ownerKey, Scalar.ONE))) {
                Shown shown = show();
                List<CurvePoint> points = new ArrayList<>(shown.presentation().points());
                for (int i = 1; i < points.size(); i++) {
                    points.set(i, Torsion.sum(points.get(i), small));
                }
                byte[] encoded =
                        new ProofWriter(PointFormat.COMPRESSED).points(points).toArray();
                PsPresentation read =
                        PsPresentation.read(new ProofReader(encoded, PointFormat.COMPRESSED, points.size(), 0));
                List<Scalar> secrets = new ArrayList<>(FIXTURE.message.scalars());
                secrets.add(ownerKey);
                secrets.addAll(shown.blindings());
                BatchableProof proof = SigmaProver.prove(
                        relation(shown.presentation(), spent),
                        Witness.of(secrets),
                        new OtherRelation(relation(read, spent), new TranscriptChallenge(transcript())),
                        FIXTURE.random);
                assertThat(verifies(read, spent, proof)).isEqualTo(spent.equals(serial));
                assertThat(verifies(shown.presentation(), spent, proof)).isFalse();

                points.set(0, Torsion.sum(points.getFirst(), small));
                assertThatIllegalArgumentException().isThrownBy(() -> new PsPresentation(points));
                byte[] wrongBase =
                        new ProofWriter(PointFormat.COMPRESSED).points(points).toArray();
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> PsPresentation.read(
                                new ProofReader(wrongBase, PointFormat.COMPRESSED, points.size(), 0)));
            }
        }
    }

    @Test
    void theTextbookFormIsBoundToEveryPartAndItsTranscript() {
        CoconutPresentation good =
                CoconutPresentation.show(key, signature, FIXTURE.message, transcript(), FIXTURE.random);
        G1 other = good.base().add(G1.generator());
        List<Scalar> responses = new ArrayList<>(good.responses());
        responses.set(1, responses.get(1).add(Scalar.ONE));
        for (CoconutPresentation bad : List.of(
                changed(good, other, good.signature(), good.shift(), good.responses()),
                changed(good, good.base(), other, good.shift(), good.responses()),
                changed(good, good.base(), good.signature(), other, good.responses()),
                changed(good, good.base(), good.signature(), good.shift(), responses))) {
            assertThat(bad.verifies(key, transcript())).isFalse();
        }
        assertThat(good.verifies(key, ProofTranscript.of("another", Bytes32.ZERO)))
                .isFalse();
    }

    /// S + ν is what it should be, so only the equation ν = d·R tells, alone and in a batch.
    @Test
    void aShiftThatIsNoMultipleOfTheBaseIsRefused() {
        for (G1 error : List.of(G1.identity(), G1.generator())) {
            List<Scalar> secrets = new ArrayList<>(FIXTURE.message.scalars());
            secrets.add(Scalar.random(FIXTURE.random));
            List<Scalar> nonces = secrets.stream()
                    .map(secret -> Scalar.random(FIXTURE.random))
                    .toList();
            Scalar factor = Scalar.random(FIXTURE.random);
            G1 base = signature.base().multiply(factor);
            G1 shown = signature.signature().multiply(factor).subtract(error);
            G1 shift = base.multiply(secrets.getLast()).add(error);
            G1 shiftAnnouncement = base.multiply(nonces.getLast());
            G2 commitment = key.x().point().add(inKey(secrets));
            G2 announcement = inKey(nonces);
            ProofTranscript transcript = transcript();
            transcript.message("coconut points", List.of(base, shown, shift, shiftAnnouncement));
            transcript.message("coconut commitment", commitment.encode());
            transcript.message("coconut announcement", announcement.encode());
            Scalar challenge = transcript.challenge("coconut challenge");
            List<Scalar> responses = new ArrayList<>();
            for (int i = 0; i < secrets.size(); i++) {
                responses.add(nonces.get(i).add(challenge.multiply(secrets.get(i))));
            }
            CoconutPresentation made =
                    new CoconutPresentation(base, shown, shift, commitment, announcement, shiftAnnouncement, responses);
            assertThat(made.verifies(key, transcript())).isEqualTo(error.isIdentity());
            VerificationBatch batch = new VerificationBatch();
            PresentationForm.TEXTBOOK.verify(key, made.encode(), transcript(), batch.item());
            assertThat(batch.verify(FIXTURE.random).allValid()).isEqualTo(error.isIdentity());
        }
    }

    private G2 inKey(List<Scalar> scalars) {
        G2 sum = G2.generator().multiply(scalars.getLast());
        for (int i = 0; i < PsPublicKey.MESSAGES; i++) {
            sum = sum.add(key.y().get(i).point().multiply(scalars.get(i)));
        }
        return sum;
    }

    /// All of it is in the challenge: what still satisfies every equation for the challenge of before is refused.
    @Test
    void aTextbookShowingIsNotMalleable() {
        CoconutPresentation good =
                CoconutPresentation.show(key, signature, FIXTURE.message, transcript(), FIXTURE.random);
        List<Scalar> shifted = new ArrayList<>(good.responses());
        shifted.set(0, shifted.getFirst().add(Scalar.ONE));
        List<Scalar> ofShift = new ArrayList<>(good.responses());
        ofShift.set(3, ofShift.get(3).add(Scalar.ONE));
        Scalar two = Scalar.ofLong(2);
        for (CoconutPresentation changed : List.of(
                new CoconutPresentation(
                        good.base(),
                        good.signature(),
                        good.shift(),
                        good.commitment(),
                        good.announcement().add(key.y().getFirst().point()),
                        good.shiftAnnouncement(),
                        shifted),
                new CoconutPresentation(
                        good.base(),
                        good.signature(),
                        good.shift(),
                        good.commitment(),
                        good.announcement().add(G2.generator()),
                        good.shiftAnnouncement().add(good.base()),
                        ofShift),
                new CoconutPresentation(
                        good.base().multiply(two),
                        good.signature().multiply(two),
                        good.shift().multiply(two),
                        good.commitment(),
                        good.announcement(),
                        good.shiftAnnouncement().multiply(two),
                        good.responses()))) {
            assertThat(changed.verifies(key, transcript())).isFalse();
        }
        assertThat(good.verifies(key, transcript())).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> changed(
                        good,
                        good.base(),
                        good.signature(),
                        good.shift(),
                        good.responses().subList(0, 3)));
    }

    /// Five points in a row, the first of them checked.
    @Test
    void aTokenInABufferIsWhole() {
        PointBuffer checked = new PointBuffer();
        ShownToken token = show().presentation().place(checked);
        assertThat(token.first()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new ShownToken(checked, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ShownToken(checked, -1));
        PointBuffer unchecked = new PointBuffer();
        show().presentation().points().forEach(point -> unchecked.decode(point.encode(), 0, G1.SIZE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ShownToken(unchecked, 0))
                .withMessageContaining("nobody has checked");
    }

    @Test
    void anUncertifiedTokenCannotBeShown() {
        PsMessage richer = new PsMessage(
                FIXTURE.opening.enrollment(), FIXTURE.opening.value().add(Scalar.ONE), FIXTURE.base.seed());
        Shown shown = PsPresentation.show(key, signature, richer, () -> Scalar.random(FIXTURE.random));
        VerificationBatch batch = new VerificationBatch();
        shown.presentation().appendTo(batch.item(), key);
        assertThat(batch.verify(FIXTURE.random).allValid()).isFalse();
        assertThat(CoconutPresentation.show(key, signature, richer, transcript(), FIXTURE.random)
                        .verifies(key, transcript()))
                .isFalse();
    }

    @Test
    void twoPresentationsHaveNothingInCommon() {
        assertThat(List.<CurvePoint>copyOf(show().presentation().points()))
                .doesNotContainAnyElementsOf(List.copyOf(show().presentation().points()))
                .doesNotContain(signature.base(), signature.signature(), FIXTURE.token.owner());
        assertThat(show()).hasToString("Shown");
    }

    @Test
    void aBatchFindsTheOneThatIsWrong() {
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 4; i++) {
            List<CurvePoint> points = new ArrayList<>(show().presentation().points());
            if (i == 2) {
                points.set(3, ((G1) points.get(3)).add(G1.generator()));
            }
            new PsPresentation(points).appendTo(batch.item(), key);
        }
        assertThat(batch.verify(FIXTURE.random).invalid()).containsExactly(2);
    }

    @Test
    void aSerialNumberIsTheInverseInTheExponentAndUnique() {
        Scalar sum = ownerKey.add(FIXTURE.base.seed());
        assertThat(serial.point().multiply(sum)).isEqualTo(Generators.SERIAL);
        assertThat(SerialNumber.decode(serial.encode())).isEqualTo(serial);
        assertThat(serial)
                .isEqualTo(SerialNumber.of(ownerKey, FIXTURE.base.seed()))
                .isNotEqualTo(SerialNumber.of(ownerKey, Scalar.ONE));
        assertThatIllegalArgumentException().isThrownBy(() -> new SerialNumber(G1.identity()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SerialNumber.decode(G1.identity().encode()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SerialNumber.decode(serial.point().encodeUncompressed()));
    }

    private Shown show() {
        return PsPresentation.show(key, signature, FIXTURE.message, () -> Scalar.random(FIXTURE.random));
    }

    private static ProofTranscript transcript() {
        return ProofTranscript.of("test", Bytes32.ZERO);
    }

    /// eid, v, r, K, then be, bv, br.
    private static LinearRelation relation(PsPresentation presentation, SerialNumber serial) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int enrollment = builder.scalar();
        int value = builder.scalar();
        int seed = builder.scalar();
        int owner = builder.scalar();
        int blindingBase = builder.element(Generators.BLINDING);
        int serialBase = builder.element(Generators.SERIAL);
        presentation.addTo(builder, blindingBase, enrollment, value, seed);
        serial.addTo(builder, serialBase, owner, seed);
        return builder.build();
    }

    private BatchableProof prove(Shown shown, SerialNumber spent) {
        List<Scalar> secrets = new ArrayList<>(FIXTURE.message.scalars());
        secrets.add(ownerKey);
        secrets.addAll(shown.blindings());
        return SigmaProver.prove(
                relation(shown.presentation(), spent),
                Witness.of(secrets),
                new TranscriptChallenge(transcript()),
                FIXTURE.random);
    }

    private boolean verifies(PsPresentation presentation, SerialNumber spent, BatchableProof proof) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        presentation.appendTo(item, key);
        proof.verify(relation(presentation, spent), new TranscriptChallenge(transcript()), item);
        return batch.verify(FIXTURE.random).allValid();
    }

    private static CoconutPresentation changed(
            CoconutPresentation good, G1 base, G1 signature, G1 shift, List<Scalar> responses) {
        return new CoconutPresentation(
                base, signature, shift, good.commitment(), good.announcement(), good.shiftAnnouncement(), responses);
    }
}
