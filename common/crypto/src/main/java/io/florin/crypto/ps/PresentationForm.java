package io.florin.crypto.ps;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.SigmaVerifier;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Form in which somebody shows by itself that he has a certified token (eid, v, r), telling nothing of it. Both forms
/// show the same signature, and whoever verifies chooses by the number, so one can take the place of the other without
/// new keys or tokens. Payments have the separated form inside their own relation, see ADR 0037.
public enum PresentationForm {
    /// We, Wv, Wr in G1 ([PsPresentation]): 576 bytes, and no Miller loop of its own in a batch.
    SEPARATED(1) {
        @Override
        public byte[] prove(
                PsPublicKey key,
                PsSignature signature,
                PsMessage message,
                ProofTranscript transcript,
                RandomGenerator random) {
            PsPresentation.Shown shown;
            try (HedgedNonces nonces = new HedgedNonces("PS-SHOWN", transcript.binding(), message.scalars(), random)) {
                shown = PsPresentation.show(key, signature, message, nonces::next);
            }
            List<Scalar> secrets = new ArrayList<>(message.scalars());
            secrets.addAll(shown.blindings());
            transcript.statement(LABEL, shown.presentation().points());
            BatchableProof proof = SigmaProver.prove(
                    relation(shown.presentation().place(new PointBuffer())),
                    Witness.of(secrets),
                    new TranscriptChallenge(transcript),
                    random);
            byte[] points = new ProofWriter(PointFormat.COMPRESSED)
                    .points(shown.presentation().points())
                    .toArray();
            byte[] rest = proof.encode(PointFormat.COMPRESSED);
            byte[] joined = Arrays.copyOf(points, points.length + rest.length);
            System.arraycopy(rest, 0, joined, points.length, rest.length);
            return joined;
        }

        @Override
        void append(PsPublicKey key, byte[] proof, ProofTranscript transcript, VerificationBatch.Item item) {
            int size = ProofReader.size(PointFormat.COMPRESSED, PsPresentation.POINTS, 0);
            if (proof.length < size) {
                throw new IllegalArgumentException("a proof too short");
            }
            ProofReader in = new ProofReader(proof, 0, size, PointFormat.COMPRESSED, PsPresentation.POINTS, 0);
            ShownToken shown = ShownToken.read(in, item.points());
            LinearRelation relation = relation(shown);
            transcript.statement(LABEL, item.points(), shown.first(), PsPresentation.POINTS);
            SigmaVerifier.append(
                    relation,
                    PointFormat.COMPRESSED,
                    proof,
                    size,
                    proof.length - size,
                    new TranscriptChallenge(transcript),
                    item);
            shown.appendTo(item, key);
        }
    },

    /// κ in G2 ([CoconutPresentation]): 512 bytes, and two Miller loops of its own.
    TEXTBOOK(2) {
        @Override
        public byte[] prove(
                PsPublicKey key,
                PsSignature signature,
                PsMessage message,
                ProofTranscript transcript,
                RandomGenerator random) {
            return CoconutPresentation.show(key, signature, message, transcript, random)
                    .encode();
        }

        @Override
        void append(PsPublicKey key, byte[] proof, ProofTranscript transcript, VerificationBatch.Item item) {
            CoconutPresentation.decode(proof).appendTo(item, key, transcript);
        }
    };

    private static final String LABEL = "shown token";

    private final int number;

    PresentationForm(int number) {
        this.number = number;
    }

    /// For encodings; never reused.
    public int number() {
        return number;
    }

    /// The form of a number.
    ///
    /// @throws IllegalArgumentException if there is none
    public static PresentationForm of(int number) {
        for (PresentationForm form : values()) {
            if (form.number == number) {
                return form;
            }
        }
        throw new IllegalArgumentException("no form " + number);
    }

    /// Proves to have a signature of the message.
    ///
    /// @param transcript what the proof is about; it moves on
    /// @param random a `SecureRandom` outside tests
    public abstract byte[] prove(
            PsPublicKey key,
            PsSignature signature,
            PsMessage message,
            ProofTranscript transcript,
            RandomGenerator random);

    /// Appends what must hold to an item; a malformed proof is refused.
    ///
    /// @param transcript as the prover had it; it moves on
    public void verify(PsPublicKey key, byte[] proof, ProofTranscript transcript, VerificationBatch.Item item) {
        try {
            append(key, proof, transcript, item);
        } catch (IllegalArgumentException malformed) {
            item.refuse();
        }
    }

    abstract void append(PsPublicKey key, byte[] proof, ProofTranscript transcript, VerificationBatch.Item item);

    private static LinearRelation relation(ShownToken shown) {
        LinearRelation.Builder builder = LinearRelation.builder(shown.points());
        int blinding = builder.element(Generators.BLINDING);
        shown.addTo(builder, blinding, builder.scalar(), builder.scalar(), builder.scalar());
        return builder.build();
    }
}
