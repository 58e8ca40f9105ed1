package io.florin.ledger.privacy;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.ShownCredential;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaVerifier;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Checks payments of one hidden currency. Immutable; any thread, each with its own batch.
public final class PaymentVerifier {
    private final PublicParameters parameters;

    public PaymentVerifier(PublicParameters parameters) {
        this.parameters = parameters;
    }

    /// Appends everything that the payment must satisfy; a malformed one is refused as an item.
    public void append(PaymentStatement statement, byte[] proof, VerificationBatch.Item item) {
        try {
            statement.check(parameters);
            appendChecked(statement, proof, item);
        } catch (IllegalArgumentException malformed) {
            item.refuse();
        }
    }

    /// Whether the payment is proven: a batch of one.
    ///
    /// @param random unpredictable to the payer: a `SecureRandom`
    public boolean accepts(PaymentStatement statement, byte[] proof, RandomGenerator random) {
        VerificationBatch batch = new VerificationBatch();
        append(statement, proof, batch.item());
        return batch.verify(random).allValid();
    }

    private void appendChecked(PaymentStatement statement, byte[] proof, VerificationBatch.Item item) {
        int shown = ProofReader.size(parameters.format(), Presentations.points(parameters, statement), 0);
        int ranges = RangeChunks.size(parameters, statement);
        if (proof.length < shown + ranges) {
            throw new IllegalArgumentException("a proof too short");
        }
        PointBuffer points = item.points();
        Presentations presentations = Presentations.read(
                parameters,
                statement,
                new ProofReader(proof, 0, shown, parameters.format(), Presentations.points(parameters, statement), 0),
                points);
        ProofTranscript transcript = statement.transcript(parameters);
        transcript.statement("presentations", points, presentations.first(), presentations.size());
        Optional<AuditCiphertexts.Parts> audit = statement.audit().map(each -> each.parts(statement));
        if (parameters.model().hidesValue()) {
            int[] commitments = presentations.rangeCommitments(statement, audit);
            RangeChunks.verify(parameters.ranges(), proof, shown, commitments, transcript, item);
        }
        LinearRelation relation = PaymentRelation.of(parameters, statement, presentations, audit);
        int sigma = shown + ranges;
        SigmaVerifier.append(
                relation,
                parameters.format(),
                proof,
                sigma,
                proof.length - sigma,
                new TranscriptChallenge(transcript),
                item);
        for (ShownCredential credential : presentations.credentials()) {
            credential.verify(parameters.credentials(), item);
        }
        for (Presentations.Shown each : presentations.shown()) {
            each.token().appendTo(item, parameters.certifiers().key());
        }
    }
}
