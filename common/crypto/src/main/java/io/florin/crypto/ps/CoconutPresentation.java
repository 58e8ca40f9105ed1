package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.List;
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
        Scalar factor = Scalar.random(random);
        G1 base = signature.base().multiply(factor);
        List<Scalar> secrets = new ArrayList<>(message.scalars());
        secrets.add(Scalar.random(random));
        List<Scalar> nonces = new ArrayList<>();
        for (int i = 0; i < SECRETS; i++) {
            nonces.add(Scalar.random(random));
        }
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

    /// Whether it holds under the key, for this transcript, which moves on.
    public boolean verifies(PsPublicKey key, ProofTranscript transcript) {
        if (base.isIdentity()) {
            return false;
        }
        Scalar challenge =
                challenge(transcript, List.of(base, signature, shift, shiftAnnouncement), commitment, announcement);
        G2 left = sum(key, responses);
        G2 right = announcement.add(commitment.subtract(key.x().point()).multiply(challenge));
        boolean known = left.equals(right)
                && base.multiply(responses.getLast()).equals(shiftAnnouncement.add(shift.multiply(challenge)));
        return known
                && new PairingProduct()
                        .add(base, PreparedG2.of(commitment))
                        .add(signature.add(shift).negate(), PreparedG2.generator())
                        .isOne();
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
