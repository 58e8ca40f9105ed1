package io.florin.crypto.statement;

import static io.florin.crypto.sigma.LinearRelation.term;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.bbs.PresentedCredential;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.range.Bulletproof;
import io.florin.crypto.range.ValueOpening;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// The proofs of an unlinkable transfer with two inputs and two outputs, put together from the module's parts: one
/// credential, two certified tokens shown, two serial numbers, two outputs, balance, ranges. 16 equations, 25
/// responses, one range proof, 3 pairing equations.
final class TransferProofs {
    static final long EPOCH = 480_000;
    static final int POINTS = 3 + 2 * 6 + 2 * 3;

    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    final CredentialScheme scheme;
    final G1 epochBase;
    final PsPublicKey certifiers;
    final Bulletproof ranges;
    private final PointFormat format;
    private final List<Scalar> certifierSecret;
    private final Credential credential;
    private final Scalar serialKey;
    private final Scalar payer;
    private final RandomGenerator random;

    TransferProofs(PointFormat format, RandomGenerator random) {
        this.format = format;
        this.random = random;
        BbsSecretKey authority = BbsSecretKey.generate(random);
        scheme = new CredentialScheme(authority.publicKey(), new byte[] {1});
        epochBase = scheme.base(EPOCH);
        Scalar secretKey = Scalar.random(random);
        serialKey = Scalar.random(random);
        payer = Scalar.ofLong(4711);
        CredentialIssuer issuer = new CredentialIssuer(scheme, authority);
        credential = new Credential(
                scheme,
                issuer.sign(scheme.commitment(secretKey, serialKey), payer, EPOCH),
                secretKey,
                serialKey,
                payer,
                EPOCH);
        certifierSecret = Stream.generate(() -> Scalar.random(random)).limit(4).toList();
        List<Scalar> y = certifierSecret.subList(1, 4);
        certifiers = PsPublicKey.of(
                G2.generator().multiply(certifierSecret.getFirst()),
                y.stream().map(G2.generator()::multiply).toList(),
                y.stream().map(Generators.BLINDING::multiply).toList());
        ranges = new Bulletproof(64, 2, format);
    }

    /// A transfer as it travels.
    ///
    /// @param transaction stands for everything else that the statement binds
    /// @param points of credential, inputs and outputs
    /// @param range the range proof
    /// @param sigma announcements and responses
    record Transfer(long transaction, byte[] points, byte[] range, byte[] sigma) {
        int size() {
            return points.length + range.length + sigma.length;
        }
    }

    /// Parts of a transfer: credential, shown tokens with serial numbers, outputs.
    private record Statement(
            CredentialPresentation credential,
            List<PsPresentation> shown,
            List<SerialNumber> serials,
            List<G1> owners,
            List<G1> values,
            List<G1> carriers) {
        List<CurvePoint> points() {
            List<CurvePoint> points = new ArrayList<>(credential.points());
            for (int i = 0; i < 2; i++) {
                points.addAll(shown.get(i).points());
                points.add(serials.get(i).point());
            }
            for (int j = 0; j < 2; j++) {
                points.addAll(List.of(owners.get(j), values.get(j), carriers.get(j)));
            }
            return points;
        }

        static Statement read(PointFormat format, byte[] bytes) {
            ProofReader in = new ProofReader(bytes, format, POINTS, 0);
            CredentialPresentation credential = CredentialPresentation.read(in);
            List<PsPresentation> shown = new ArrayList<>();
            List<SerialNumber> serials = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                shown.add(PsPresentation.read(in));
                serials.add(new SerialNumber(in.point()));
            }
            List<G1> first = in.points(3);
            List<G1> second = in.points(3);
            return new Statement(
                    credential,
                    shown,
                    serials,
                    List.of(first.get(0), second.get(0)),
                    List.of(first.get(1), second.get(1)),
                    List.of(first.get(2), second.get(2)));
        }

        List<TokenBase> bases() {
            List<Bytes32> context =
                    serials.stream().map(TransferProofs::readKey).toList();
            return List.of(TokenBase.of(context, 0), TokenBase.of(context, 1));
        }
    }

    private LinearRelation relation(Statement statement) {
        LinearRelation.Builder builder = LinearRelation.builder();
        CredentialPresentation.Secrets owner = statement.credential().state(builder, scheme, epochBase);
        int blinding = builder.element(Generators.BLINDING);
        int serialBase = builder.element(Generators.SERIAL);
        int valueBase = builder.element(Generators.VALUE);
        int[] inputs = new int[2];
        for (int i = 0; i < 2; i++) {
            inputs[i] = builder.scalar();
            int seed = builder.scalar();
            statement.shown().get(i).addTo(builder, blinding, owner.id(), inputs[i], seed);
            statement.serials().get(i).addTo(builder, serialBase, owner.serialKey(), seed);
        }
        List<TokenBase> bases = statement.bases();
        int firstValue = 0;
        for (int j = 0; j < 2; j++) {
            int base = builder.element(bases.get(j).point());
            int payee = builder.scalar();
            if (j == 0) {
                firstValue = builder.scalar();
            }
            int ownerBlinding = builder.scalar();
            int tokenBlinding = builder.scalar();
            int carrierBlinding = builder.scalar();
            builder.equation(
                    builder.element(statement.owners().get(j)), term(payee, base), term(ownerBlinding, blinding));
            LinearRelation.ImageTerm value =
                    image(builder.element(statement.values().get(j)));
            builder.equation(List.of(value), output(j, inputs, firstValue, base, term(tokenBlinding, blinding)));
            LinearRelation.ImageTerm carrier =
                    image(builder.element(statement.carriers().get(j)));
            builder.equation(
                    List.of(carrier), output(j, inputs, firstValue, valueBase, term(carrierBlinding, blinding)));
        }
        return builder.build();
    }

    private static LinearRelation.ImageTerm image(int element) {
        return new LinearRelation.ImageTerm(element, Scalar.ONE);
    }

    /// The first output's value is a scalar, the second's is what is left of the inputs: the balance, without an
    /// equation of its own.
    private static List<LinearRelation.Term> output(
            int output, int[] inputs, int firstValue, int base, LinearRelation.Term blinding) {
        return output == 0
                ? List.of(term(firstValue, base), blinding)
                : List.of(term(inputs[0], base), term(inputs[1], base), term(MINUS_ONE, firstValue, base), blinding);
    }

    private static ProofTranscript transcript(long transaction, Statement statement) {
        ProofTranscript transcript = ProofTranscript.of("TRANSFER-TEST", Bytes32.ZERO);
        transcript.statement("transaction", transaction);
        transcript.statement("points", statement.points());
        return transcript;
    }

    /// A transfer of two tokens of these values to two outputs, which add up unless somebody cheats.
    Transfer prove(long transaction, long[] inputs, long[] outputs) {
        PresentedCredential presented = credential.present(new byte[0], random);
        List<Scalar> witness = new ArrayList<>(presented.secrets());
        List<PsPresentation> shown = new ArrayList<>();
        List<SerialNumber> serials = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Scalar value = Scalar.ofLong(inputs[i]);
            Scalar seed = Scalar.random(random);
            PsPresentation.Shown token = PsPresentation.show(
                    certifiers, certified(value, seed), new PsMessage(payer, value, seed), () -> Scalar.random(random));
            shown.add(token.presentation());
            serials.add(SerialNumber.of(serialKey, seed));
            witness.addAll(List.of(value, seed));
            witness.addAll(token.blindings());
        }
        List<Bytes32> context = serials.stream().map(TransferProofs::readKey).toList();
        List<G1> owners = new ArrayList<>();
        List<G1> values = new ArrayList<>();
        List<ValueOpening> openings = new ArrayList<>();
        for (int j = 0; j < 2; j++) {
            G1 base = TokenBase.of(context, j).point();
            Scalar payee = Scalar.ofLong(100L + j);
            Scalar ownerBlinding = Scalar.random(random);
            Scalar tokenBlinding = Scalar.random(random);
            ValueOpening opening = new ValueOpening(outputs[j], Scalar.random(random));
            openings.add(opening);
            List<G1> points = List.of(base, Generators.BLINDING);
            owners.add(G1.sumOfSecretProducts(List.of(payee, ownerBlinding), points));
            values.add(G1.sumOfSecretProducts(List.of(Scalar.ofLong(outputs[j]), tokenBlinding), points));
            witness.add(payee);
            if (j == 0) {
                witness.add(Scalar.ofLong(outputs[0]));
            }
            witness.addAll(List.of(ownerBlinding, tokenBlinding, opening.blinding()));
        }
        List<G1> carriers = openings.stream().map(ValueOpening::commitment).toList();
        Statement statement = new Statement(presented.presentation(), shown, serials, owners, values, carriers);
        ProofTranscript transcript = transcript(transaction, statement);
        byte[] range = ranges.prove(openings, transcript, random);
        BatchableProof sigma = SigmaProver.prove(
                relation(statement), Witness.of(witness), new TranscriptChallenge(transcript), random);
        byte[] points = new ProofWriter(format).points(statement.points()).toArray();
        return new Transfer(transaction, points, range, sigma.encode(format));
    }

    private PsSignature certified(Scalar value, Scalar seed) {
        G1 base = G1.generator().multiply(Scalar.random(random));
        Scalar exponent = certifierSecret
                .getFirst()
                .add(Scalar.sumOfProducts(certifierSecret.subList(1, 4), List.of(payer, value, seed)));
        return new PsSignature(base, base.multiply(exponent));
    }

    /// Appends all equations of the transfer; a malformed one is refused.
    void append(Transfer transfer, VerificationBatch.Item item) {
        try {
            Statement statement = Statement.read(format, transfer.points());
            ProofTranscript transcript = transcript(transfer.transaction(), statement);
            ranges.verify(transfer.range(), statement.carriers(), transcript, item);
            LinearRelation relation = relation(statement);
            BatchableProof.decode(relation, format, transfer.sigma())
                    .verify(relation, new TranscriptChallenge(transcript), item);
            statement.credential().verify(scheme, item);
            statement.shown().forEach(shown -> shown.appendTo(item, certifiers));
        } catch (IllegalArgumentException malformed) {
            item.refuse();
        }
    }

    boolean accepts(Transfer transfer) {
        VerificationBatch batch = new VerificationBatch();
        append(transfer, batch.item());
        return batch.verify(random).allValid();
    }

    /// Some key for each serial number; which one the ledger takes is for the ledger to say.
    private static Bytes32 readKey(SerialNumber serial) {
        return Sha256.hash(serial.encode());
    }
}
