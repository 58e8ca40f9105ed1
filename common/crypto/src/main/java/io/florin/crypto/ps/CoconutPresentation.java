package io.florin.crypto.ps;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The textbook way to show the same signature (Coconut, NDSS 2019; Rial and Piotrowska 2022/011): R = u·H,
/// S = u·Ŝ, κ = X~ + eid·Y~e + v·Y~v + r·Y~r + d·g~ in G2, ν = d·R, with a proof of knowledge of eid, v, r, d for κ
/// and ν. It holds if e(R, κ) = e(S + ν, g~), R is not the identity and the proof verifies.
///
/// It costs a Miller loop for each token shown, since κ is no constant; [PsPresentation] is what the platform uses.
/// This one stays so that the same signature can be shown in the form whose proof is published.
///
/// @param responses for eid, v, r, d
public record CoconutPresentation(
        G1 base, G1 signature, G1 shift, G2 commitment, G2 announcement, G1 shiftAnnouncement, List<Scalar> responses) {
    private static final int SECRETS = PsPublicKey.MESSAGES + 1;
    private static final int G1_POINTS = 4;

    /// Bytes in an encoding.
    static final int SIZE = G1_POINTS * G1.SIZE + 2 * G2.SIZE + SECRETS * Scalar.SIZE;

    /// @throws IllegalArgumentException unless there are four responses
    public CoconutPresentation {
        responses = List.copyOf(responses);
        if (responses.size() != SECRETS) {
            throw new IllegalArgumentException("four responses expected");
        }
    }

    /// Shows a signature.
    ///
    /// @param transcript what the proof is about; it moves on by this presentation
    /// @param random a `SecureRandom` outside tests
    public static CoconutPresentation show(
            PsPublicKey key,
            PsSignature signature,
            PsMessage message,
            ProofTranscript transcript,
            RandomGenerator random) {
        List<Scalar> secrets = new ArrayList<>(message.scalars());
        Scalar factor;
        List<Scalar> nonces;
        try (HedgedNonces hedged = new HedgedNonces("PS-TEXTBOOK", transcript.binding(), secrets, random)) {
            factor = hedged.next();
            secrets.add(hedged.next());
            nonces = hedged.next(SECRETS);
        }
        G1 base = signature.base().multiply(factor);
        G2 commitment = key.x().point().add(sum(key, secrets));
        G1 shift = base.multiply(secrets.getLast());
        G1 shown = signature.signature().multiply(factor);
        G2 announcement = sum(key, nonces);
        G1 shiftAnnouncement = base.multiply(nonces.getLast());
        Scalar challenge =
                challenge(transcript, List.of(base, shown, shift, shiftAnnouncement), commitment, announcement);
        List<Scalar> responses = new ArrayList<>();
        for (int i = 0; i < SECRETS; i++) {
            responses.add(nonces.get(i).add(challenge.multiply(secrets.get(i))));
        }
        return new CoconutPresentation(base, shown, shift, commitment, announcement, shiftAnnouncement, responses);
    }

    /// Reads what [#encode] writes: points of the group, scalars below its order.
    ///
    /// @throws IllegalArgumentException if it is anything else
    static CoconutPresentation decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException(SIZE + " bytes expected");
        }
        int second = G1_POINTS * G1.SIZE;
        int scalars = second + 2 * G2.SIZE;
        ProofReader points = new ProofReader(Arrays.copyOf(bytes, second), PointFormat.COMPRESSED, G1_POINTS, 0);
        ProofReader rest =
                new ProofReader(Arrays.copyOfRange(bytes, scalars, SIZE), PointFormat.COMPRESSED, 0, SECRETS);
        return new CoconutPresentation(
                points.point(),
                points.point(),
                points.point(),
                G2.decode(Arrays.copyOfRange(bytes, second, second + G2.SIZE)),
                G2.decode(Arrays.copyOfRange(bytes, second + G2.SIZE, scalars)),
                points.point(),
                rest.scalars(SECRETS));
    }

    /// R, S, ν, its announcement; κ, its announcement; responses. [#SIZE] bytes.
    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(SIZE);
        out.put(new ProofWriter(PointFormat.COMPRESSED)
                .points(List.of(base, signature, shift, shiftAnnouncement))
                .toArray());
        out.put(commitment.encode()).put(announcement.encode());
        return out.put(new ProofWriter(PointFormat.COMPRESSED)
                        .scalars(responses)
                        .toArray())
                .array();
    }

    /// Whether it holds under the key, for this transcript, which moves on.
    public boolean verifies(PsPublicKey key, ProofTranscript transcript) {
        return holdsButShift(key, transcript)
                .filter(challenge ->
                        base.multiply(responses.getLast()).equals(shiftAnnouncement.add(shift.multiply(challenge))))
                .isPresent();
    }

    /// Appends the equation of ν to an item, or refuses it: κ and the pairing equation, of which no two have a point in
    /// common, are checked at once.
    void appendTo(VerificationBatch.Item item, PsPublicKey key, ProofTranscript transcript) {
        Optional<Scalar> challenge = holdsButShift(key, transcript);
        if (challenge.isEmpty()) {
            item.refuse();
            return;
        }
        item.equation()
                .add(responses.getLast(), base)
                .add(challenge.get().negate(), shift)
                .add(Scalar.ONE.negate(), shiftAnnouncement);
    }

    /// The challenge, if all but the equation of ν holds.
    private Optional<Scalar> holdsButShift(PsPublicKey key, ProofTranscript transcript) {
        if (base.isIdentity()) {
            return Optional.empty();
        }
        Scalar challenge =
                challenge(transcript, List.of(base, signature, shift, shiftAnnouncement), commitment, announcement);
        G2 left = sum(key, responses);
        G2 right = announcement.add(commitment.subtract(key.x().point()).multiply(challenge));
        boolean holds = left.equals(right)
                && new PairingProduct()
                        .add(base, PreparedG2.of(commitment))
                        .add(signature.add(shift).negate(), PreparedG2.generator())
                        .isOne();
        return holds ? Optional.of(challenge) : Optional.empty();
    }

    /// eid·Y~e + v·Y~v + r·Y~r + d·g~, in constant time.
    private static G2 sum(PsPublicKey key, List<Scalar> scalars) {
        G2 sum = G2.generator().multiply(scalars.getLast());
        for (int i = 0; i < PsPublicKey.MESSAGES; i++) {
            sum = sum.add(key.y().get(i).point().multiply(scalars.get(i)));
        }
        return sum;
    }

    private static Scalar challenge(ProofTranscript transcript, List<G1> points, G2 commitment, G2 announcement) {
        transcript.message("coconut points", points);
        transcript.message("coconut commitment", commitment.encode());
        transcript.message("coconut announcement", announcement.encode());
        return transcript.challenge("coconut challenge");
    }
}
