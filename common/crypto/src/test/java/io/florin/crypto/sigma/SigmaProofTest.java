package io.florin.crypto.sigma;

import static io.florin.crypto.sigma.LinearRelation.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Torsion;
import io.florin.crypto.sigma.LinearRelation.Equation;
import io.florin.crypto.sigma.LinearRelation.ImageTerm;
import io.florin.crypto.sigma.LinearRelation.Term;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofTranscript;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SigmaProofTest {
    private static final byte[] TAG = {1, 2, 3, 4};

    private final RandomGenerator random = new SplittableRandom(20261120);

    private record Statement(LinearRelation relation, Witness witness) {}

    private static ChallengeSource session() {
        return new SessionChallenge(TAG);
    }

    private static ProofTranscript transcript(long height) {
        ProofTranscript transcript = ProofTranscript.of("SIGMA-TEST", Bytes32.ZERO);
        transcript.statement("height", height);
        return transcript;
    }

    private G1 point() {
        return G1.generator().multiply(Scalar.random(random));
    }

    /// Y1 = w0·P + w1·Q, Y2 = w0·Q + 3·w1·P − w2·G, with a base used twice.
    private Statement statement(Scalar... witness) {
        LinearRelation.Builder builder = LinearRelation.builder();
        G1 p = point();
        G1 q = point();
        Scalar three = Scalar.ofLong(3);
        int pIndex = builder.element(p);
        int qIndex = builder.element(q);
        int qAgain = builder.element(q);
        int w0 = builder.scalar();
        int w1 = builder.scalar();
        int w2 = builder.scalar();
        G1 y1 = p.multiply(witness[0]).add(q.multiply(witness[1]));
        G1 y2 = q.multiply(witness[0])
                .add(p.multiply(three.multiply(witness[1])))
                .subtract(G1.generator().multiply(witness[2]));
        LinearRelation relation = builder.equation(builder.element(y1), term(w0, pIndex), term(w1, qIndex))
                .equation(
                        builder.element(y2),
                        term(w0, qAgain),
                        term(three, w1, pIndex),
                        term(Scalar.ONE.negate(), w2, 0))
                .build();
        return new Statement(relation, Witness.of(witness));
    }

    private Statement statement() {
        return statement(Scalar.random(random), Scalar.random(random), Scalar.random(random));
    }

    /// Made for a relation of which only the right side was known. Two proofs with the same nonces would give the
    /// witness away.
    @Test
    void preparedAnnouncementsProveOnce() {
        Statement statement = statement();
        LinearRelation relation = statement.relation();
        List<CurvePoint> elements = new ArrayList<>(relation.elements());
        relation.equations()
                .forEach(each -> elements.set(each.image().getFirst().element(), point()));
        LinearRelation other = new LinearRelation(elements, relation.equations());
        PreparedAnnouncements prepared = PreparedAnnouncements.of(other, new byte[] {1}, List.of(), random);
        BatchableProof proof = prepared.prove(relation, statement.witness(), session());
        assertThat(proof.verify(relation, session(), random)).isTrue();
        assertThat(proof.verify(other, session(), random)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> prepared.prove(relation, statement.witness(), session()));
        Witness shorter = Witness.of(Scalar.ONE, Scalar.ONE);
        PreparedAnnouncements spoiled = PreparedAnnouncements.of(other, new byte[] {2}, List.of(), random);
        assertThatIllegalArgumentException().isThrownBy(() -> spoiled.prove(relation, shorter, session()));
        assertThatIllegalStateException().isThrownBy(() -> spoiled.prove(relation, statement.witness(), session()));
    }

    @Test
    void preparedAnnouncementsAreOfOneShape() {
        Scalar secret = Scalar.random(random);
        G1 base = point();
        LinearRelation one = schnorr(base, base.multiply(secret));
        LinearRelation.Builder twice = LinearRelation.builder();
        int scalar = twice.scalar();
        int element = twice.element(base);
        int image = twice.element(base.multiply(secret));
        LinearRelation moreEquations = twice.equation(image, term(scalar, element))
                .equation(image, term(scalar, element))
                .build();
        LinearRelation.Builder wide = LinearRelation.builder();
        LinearRelation moreScalars = wide.equation(
                        wide.element(base.multiply(secret)),
                        term(wide.scalar(), wide.element(base)),
                        term(wide.scalar(), wide.element(point())))
                .build();
        for (LinearRelation other : List.of(moreEquations, moreScalars)) {
            Witness ofOne = Witness.of(secret);
            Witness ofOther = other.scalars() == 1 ? ofOne : Witness.of(secret, Scalar.ZERO);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PreparedAnnouncements.of(one, TAG, List.of(), random)
                            .prove(other, ofOther, session()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PreparedAnnouncements.of(other, TAG, List.of(), random)
                            .prove(one, ofOne, session()));
        }
    }

    /// Pitfall 28: two answers to different challenges with one nonce give the witness away. The generator says the
    /// same each time; the announcements are w·P with the nonce in place of w.
    @Test
    void noTwoProofsShareANonceThoughTheGeneratorIsStuck() {
        RandomGenerator stuck = () -> 7L;
        G1 base = point();
        LinearRelation relation = schnorr(base, point());
        LinearRelation ofAnother = schnorr(base, point());
        Witness witness = Witness.of(Scalar.random(random));
        Witness another = Witness.of(Scalar.random(random));
        List<BatchableProof> proofs = List.of(
                SigmaProver.prove(relation, witness, session(), stuck),
                SigmaProver.prove(relation, witness, new SessionChallenge(new byte[] {9}), stuck),
                SigmaProver.prove(ofAnother, witness, session(), stuck),
                SigmaProver.prove(relation, another, session(), stuck),
                prepared(relation, session().binding(), witness, stuck),
                prepared(relation, new byte[] {9}, witness, stuck),
                prepared(ofAnother, session().binding(), witness, stuck),
                prepared(relation, session().binding(), another, stuck));
        assertThat(SigmaProver.prove(relation, witness, session(), stuck)).isEqualTo(proofs.getFirst());
        assertThat(proofs.stream().map(proof -> proof.announcements().getFirst()))
                .doesNotHaveDuplicates();
    }

    private static BatchableProof prepared(
            LinearRelation relation, byte[] binding, Witness witness, RandomGenerator random) {
        return PreparedAnnouncements.of(relation, binding, witness.scalars(), random)
                .prove(relation, witness, session());
    }

    /// New ones in each build, which the tests' names tell; `-Dseed=N` runs one seed.
    static LongStream seeds() {
        return Long.getLong("seed") == null
                ? new SecureRandom().longs(8, 0, Long.MAX_VALUE)
                : LongStream.of(Long.getLong("seed"));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void provesRandomRelations(long seed) {
        RandomGenerator shape = new SplittableRandom(seed);
        int scalars = 1 + shape.nextInt(5);
        int points = 1 + shape.nextInt(5);
        List<G1> elements = new ArrayList<>(List.of(G1.generator()));
        List<Scalar> witness = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            elements.add(point());
        }
        List<Equation> equations = new ArrayList<>();
        for (int scalar = 0; scalar < scalars; scalar++) {
            witness.add(Scalar.random(random));
        }
        for (int i = 0; i < Math.max(scalars, points); i++) {
            List<Term> terms = new ArrayList<>();
            terms.add(term(Scalar.random(random), i % scalars, 1 + i % points));
            for (int more = shape.nextInt(4); more > 0; more--) {
                terms.add(term(Scalar.ofLong(shape.nextInt(3)), shape.nextInt(scalars), shape.nextInt(1 + points)));
            }
            G1 image = G1.identity();
            for (Term term : terms) {
                image = image.add(
                        elements.get(term.element()).multiply(term.coefficient().multiply(witness.get(term.scalar()))));
            }
            Scalar share = Scalar.random(random);
            elements.add(image.multiply(share.invert()));
            equations.add(new Equation(List.of(new ImageTerm(elements.size() - 1, share)), terms));
        }
        LinearRelation relation = new LinearRelation(elements, equations);
        assertThat(LinearRelation.decode(relation.encode()).encode()).isEqualTo(relation.encode());
        provesAndVerifies(new Statement(relation, Witness.of(witness)));
    }

    private void provesAndVerifies(Statement statement) {
        LinearRelation relation = statement.relation();
        BatchableProof proof = SigmaProver.prove(relation, statement.witness(), session(), random);
        assertThat(proof.verify(relation, session(), random)).isTrue();
        for (PointFormat format : PointFormat.values()) {
            byte[] bytes = proof.encode(format);
            assertThat(bytes).hasSize(BatchableProof.size(relation, format));
            assertThat(BatchableProof.decode(relation, format, bytes)).isEqualTo(proof);
            assertThat(BatchableProof.decodeStrict(relation, format, bytes)).isEqualTo(proof);
        }
        CompactProof compact = SigmaProver.proveCompact(relation, statement.witness(), session(), random);
        assertThat(CompactProof.decode(relation, compact.encode())).isEqualTo(compact);
        assertThat(compact.verify(relation, session())).isTrue();
    }

    @Test
    void provesWithinATranscript() {
        Statement statement = statement();
        BatchableProof proof = SigmaProver.prove(
                statement.relation(), statement.witness(), new TranscriptChallenge(transcript(7)), random);
        assertThat(proof.verify(statement.relation(), new TranscriptChallenge(transcript(7)), random))
                .isTrue();
        assertThat(proof.verify(statement.relation(), new TranscriptChallenge(transcript(8)), random))
                .isFalse();
        assertThat(proof.verify(statement.relation(), session(), random)).isFalse();
    }

    @Test
    void proverAndVerifierLeaveTheSameTranscript() {
        Statement statement = statement();
        ProofTranscript proving = transcript(7);
        ProofTranscript verifying = transcript(7);
        BatchableProof proof =
                SigmaProver.prove(statement.relation(), statement.witness(), new TranscriptChallenge(proving), random);
        proof.verify(statement.relation(), new TranscriptChallenge(verifying), random);
        assertThat(proving.challenge("next")).isEqualTo(verifying.challenge("next"));
    }

    @Test
    void provesASecretThatIsZero() {
        provesAndVerifies(statement(Scalar.ZERO, Scalar.random(random), Scalar.ZERO));
    }

    @Test
    void refusesAnImageOfTheZeroWitness() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> statement(Scalar.ZERO, Scalar.ZERO, Scalar.ZERO))
                .withMessageContaining("identity");
    }

    @Test
    void aWrongWitnessGivesARefusedProof() {
        Statement statement = statement();
        Witness wrong = Witness.of(Scalar.ONE, Scalar.ONE, Scalar.ONE);
        assertThat(SigmaProver.prove(statement.relation(), wrong, session(), random)
                        .verify(statement.relation(), session(), random))
                .isFalse();
        assertThat(SigmaProver.proveCompact(statement.relation(), wrong, session(), random)
                        .verify(statement.relation(), session()))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SigmaProver.prove(statement.relation(), Witness.of(Scalar.ONE), session(), random));
    }

    @Test
    void refusesEveryFlippedByteOfTheStatement() {
        Statement statement = statement();
        BatchableProof proof = SigmaProver.prove(statement.relation(), statement.witness(), session(), random);
        CompactProof compact = SigmaProver.proveCompact(statement.relation(), statement.witness(), session(), random);
        byte[] encoded = statement.relation().encode();
        for (int i = 0; i < encoded.length; i++) {
            byte[] flipped = encoded.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            try {
                LinearRelation other = LinearRelation.decode(flipped);
                assertThat(proof.verify(other, session(), random))
                        .as("byte %d", i)
                        .isFalse();
                assertThat(compact.verify(other, session())).as("byte %d", i).isFalse();
            } catch (IllegalArgumentException malformed) {
                assertThat(malformed).hasMessageMatching("(?s).+");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PointFormat.class)
    void refusesEveryFlippedByteOfTheProof(PointFormat format) {
        Statement statement = statement();
        LinearRelation relation = statement.relation();
        byte[] bytes = SigmaProver.prove(relation, statement.witness(), session(), random)
                .encode(format);
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            assertThat(accepts(relation, format, flipped)).as("byte %d", i).isFalse();
        }
    }

    private boolean accepts(LinearRelation relation, PointFormat format, byte[] bytes) {
        try {
            return BatchableProof.decode(relation, format, bytes).verify(relation, session(), random);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    @Test
    void refusesEveryFlippedByteOfACompactProof() {
        Statement statement = statement();
        LinearRelation relation = statement.relation();
        byte[] bytes = SigmaProver.proveCompact(relation, statement.witness(), session(), random)
                .encode();
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            boolean accepted;
            try {
                accepted = CompactProof.decode(relation, flipped).verify(relation, session());
            } catch (IllegalArgumentException malformed) {
                accepted = false;
            }
            assertThat(accepted).as("byte %d", i).isFalse();
        }
    }

    @Test
    void refusesEveryFlippedByteOfTheTag() {
        Statement statement = statement();
        BatchableProof proof = SigmaProver.prove(statement.relation(), statement.witness(), session(), random);
        for (int i = 0; i < TAG.length; i++) {
            byte[] flipped = TAG.clone();
            flipped[i] ^= 1;
            assertThat(proof.verify(statement.relation(), new SessionChallenge(flipped), random))
                    .isFalse();
        }
    }

    @Test
    void refusesWrongLengths() {
        Statement statement = statement();
        LinearRelation relation = statement.relation();
        byte[] bytes = SigmaProver.prove(relation, statement.witness(), session(), random)
                .encode(PointFormat.COMPRESSED);
        for (int size : new int[] {0, 1, bytes.length - 1, bytes.length + 1, 2 * bytes.length}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> BatchableProof.decode(relation, PointFormat.COMPRESSED, Arrays.copyOf(bytes, size)));
        }
    }

    @Test
    void refusesTheIdentityAsAnnouncement() {
        Statement statement = statement();
        BatchableProof proof = new BatchableProof(
                List.of(G1.identity(), G1.identity()), List.of(Scalar.ZERO, Scalar.ZERO, Scalar.ZERO));
        assertThat(proof.verify(statement.relation(), session(), random)).isFalse();
    }

    /// Whoever proves with nonces of zero says the witness: the responses over the challenge are it.
    @Test
    void refusesACompactProofThatStandsForTheIdentity() {
        Scalar[] witness = {Scalar.random(random), Scalar.random(random), Scalar.random(random)};
        LinearRelation relation = statement(witness).relation();
        Scalar challenge = session().challenge(relation, List.of(G1.identity(), G1.identity()));
        List<Scalar> responses = Arrays.stream(witness).map(challenge::multiply).toList();
        assertThat(new CompactProof(challenge, responses).verify(relation, session()))
                .isFalse();
    }

    @Test
    void refusesAProofOfAnotherShape() {
        Statement statement = statement();
        BatchableProof proof = SigmaProver.prove(statement.relation(), statement.witness(), session(), random);
        List<Scalar> more = new ArrayList<>(proof.responses());
        more.add(Scalar.ONE);
        assertThat(new BatchableProof(proof.announcements(), more).verify(statement.relation(), session(), random))
                .isFalse();
        assertThat(new BatchableProof(List.of(), proof.responses()).verify(statement.relation(), session(), random))
                .isFalse();
        assertThat(new CompactProof(Scalar.ONE, more).verify(statement.relation(), session()))
                .isFalse();
    }

    /// Two wrong proofs whose errors cancel in an unweighted sum.
    @Test
    void errorsInABatchDoNotCancel() {
        VerificationBatch batch = new VerificationBatch();
        G1 error = point();
        for (int i = 0; i < 4; i++) {
            Statement statement = statement();
            SigmaProver.Proved proved = SigmaProver.prove(
                    statement.relation(),
                    statement.witness(),
                    session(),
                    List.of(Scalar.random(random), Scalar.random(random), Scalar.random(random)));
            List<G1> announcements = new ArrayList<>(proved.announcements());
            G1 shifted = announcements.getFirst().add(i == 0 ? error : error.negate());
            if (i < 2) {
                announcements.set(0, shifted);
            }
            Scalar challenge = proved.challenge();
            ChallengeSource fixed = new ChallengeSource() {
                @Override
                public Scalar challenge(LinearRelation relation, PointBuffer announcements, int from, int count) {
                    return challenge;
                }

                @Override
                public byte[] binding() {
                    return new byte[0];
                }
            };
            new BatchableProof(announcements, proved.responses()).verify(statement.relation(), fixed, batch.item());
        }
        assertThat(batch.verify(random).invalid()).containsExactly(0, 1);
    }

    @Test
    void aBatchNamesTheWrongProofs() {
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 9; i++) {
            Statement statement = statement();
            BatchableProof proof = SigmaProver.prove(statement.relation(), statement.witness(), session(), random);
            LinearRelation relation = i == 2 || i == 7 ? statement().relation() : statement.relation();
            proof.verify(relation, session(), batch.item());
        }
        assertThat(batch.verify(random).invalid()).containsExactly(2, 7);
    }

    @Test
    void refusesRelationsThatProveNothing() {
        G1 p = point();
        List<G1> elements = List.of(G1.generator(), p);
        Equation sound = equation(1, term(0, 0));
        refused(List.of(G1.generator()), List.of());
        refused(elements, List.of(new Equation(List.of(), List.of(term(0, 0)))));
        refused(elements, List.of(equation(1)));
        refused(elements, List.of(equation(2, term(0, 0))));
        refused(elements, List.of(equation(1, term(0, -1))));
        refused(elements, List.of(equation(1, term(-1, 0))));
        refused(elements, List.of(equation(1, term(1, 0))));
        refused(elements, List.of(equation(1, term(Integer.MAX_VALUE, 0))));
        refused(List.of(G1.generator(), p, point()), List.of(sound));
        refused(List.of(p, G1.generator()), List.of(sound));
        refused(List.of(G1.generator(), G1.identity()), List.of(sound));
        refused(elements, List.of(equation(1, term(Scalar.ZERO, 0, 0))));
        refused(elements, List.of(equation(1, term(0, 0), term(Scalar.ONE.negate(), 0, 0))));
        refused(elements, List.of(new Equation(List.of(new ImageTerm(1, Scalar.ZERO)), List.of(term(0, 0)))));
        assertThat(new LinearRelation(elements, List.of(sound)).scalars()).isOne();
    }

    private static Equation equation(int image, Term... terms) {
        return new Equation(List.of(new ImageTerm(image, Scalar.ONE)), List.of(terms));
    }

    private static void refused(List<G1> elements, List<Equation> equations) {
        assertThatIllegalArgumentException().isThrownBy(() -> new LinearRelation(elements, equations));
    }

    @Test
    void countsBeyondTheEndCostNothing() {
        byte[] bomb = {-1, -1, -1, 127, -1, -1, -1, 127};
        assertThatIllegalArgumentException().isThrownBy(() -> LinearRelation.decode(bomb));
        byte[] encoded = statement().relation().encode();
        for (int size = 0; size < encoded.length; size++) {
            byte[] cut = Arrays.copyOf(encoded, size);
            assertThatIllegalArgumentException().isThrownBy(() -> LinearRelation.decode(cut));
        }
        byte[] trailing = Arrays.copyOf(encoded, encoded.length + 1);
        assertThatIllegalArgumentException().isThrownBy(() -> LinearRelation.decode(trailing));
    }

    @Test
    void secretsDoNotPrint() {
        assertThat(Witness.of(Scalar.ONE)).hasToString("Witness");
    }

    /// A prover may add points of small order to its announcements: one proof alone and a batch agree on it, and
    /// nothing is gained, for the equations hold in the group.
    @Test
    void partsOfAnnouncementsOutsideTheGroupDoNotCount() {
        VerificationBatch batch = new VerificationBatch();
        for (CurvePoint torsion : List.of(Torsion.ofOrder3(), Torsion.ofOrder11(), Torsion.ofOrder10177())) {
            Statement statement = statement();
            List<Scalar> secrets = statement.witness().scalars();
            List<Scalar> nonces =
                    secrets.stream().map(secret -> Scalar.random(random)).toList();
            List<CurvePoint> announcements =
                    new ArrayList<>(statement.relation().mapSecret(nonces));
            announcements.set(0, Torsion.sum(announcements.getFirst(), torsion));
            Scalar challenge = session().challenge(statement.relation(), announcements);
            List<Scalar> responses = new ArrayList<>();
            for (int i = 0; i < nonces.size(); i++) {
                responses.add(nonces.get(i).add(challenge.multiply(secrets.get(i))));
            }
            byte[] bytes = new BatchableProof(announcements, responses).encode(PointFormat.COMPRESSED);
            LinearRelation relation = statement.relation();
            BatchableProof proof = BatchableProof.decode(relation, PointFormat.COMPRESSED, bytes);
            assertThat(proof.verify(relation, session(), random)).isTrue();
            proof.verify(relation, session(), batch.item());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BatchableProof.decodeStrict(relation, PointFormat.COMPRESSED, bytes));
        }
        assertThat(batch.verify(random).allValid()).isTrue();
    }

    /// A relation with a point that nobody has checked can be verified in a batch, and nothing else: no secret meets
    /// it.
    @Test
    void aPointOutsideTheGroupMeetsNoSecret() {
        G1 base = point();
        Scalar secret = Scalar.random(random);
        CurvePoint shifted = Torsion.sum(base.multiply(secret), Torsion.ofOrder11());
        LinearRelation relation = schnorr(base, shifted);
        LinearRelation clean = schnorr(base, base.multiply(secret));
        BatchableProof proof =
                SigmaProver.prove(clean, Witness.of(secret), new OtherRelation(relation, session()), random);
        assertThat(proof.verify(relation, session(), random)).isTrue();
        assertThat(proof.verify(clean, session(), random)).isFalse();
        assertThatIllegalStateException().isThrownBy(relation::images);
        LinearRelation swapped = schnorr(shifted, base);
        assertThatIllegalStateException().isThrownBy(() -> swapped.map(List.of(secret)));
        assertThatIllegalStateException().isThrownBy(() -> swapped.mapSecret(List.of(secret)));
        assertThatIllegalStateException()
                .isThrownBy(() -> SigmaProver.prove(swapped, Witness.of(secret), session(), random));
    }

    /// Y = w·P; as a sum, so that the image is not one point.
    private static LinearRelation schnorr(CurvePoint base, CurvePoint image) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int y = builder.element(image);
        return builder.equation(
                        List.of(
                                new ImageTerm(y, Scalar.ofLong(3)),
                                new ImageTerm(y, Scalar.ofLong(2).negate())),
                        List.of(term(builder.scalar(), builder.element(base))))
                .build();
    }
}
