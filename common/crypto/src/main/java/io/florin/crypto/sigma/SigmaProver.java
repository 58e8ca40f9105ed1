package io.florin.crypto.sigma;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.transcript.HedgedNonces;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Proves linear relations: announcements T = map(k) of fresh nonces k, a challenge c, responses z = k + c·w.
///
/// Nonces are [HedgedNonces] over transcript, relation and witness. Multiplications by secrets take constant time.
///
/// The witness is not checked: one that does not satisfy the relation gives a proof that every verifier refuses.
public final class SigmaProver {
    private SigmaProver() {}

    /// A proof in the form for batches.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the number of secrets is wrong
    public static BatchableProof prove(
            LinearRelation relation, Witness witness, ChallengeSource source, RandomGenerator random) {
        Proved proved = prove(relation, witness, source, nonces(relation, witness, source, random));
        return new BatchableProof(proved.announcements(), proved.responses());
    }

    /// A proof in the short form.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the number of secrets is wrong
    public static CompactProof proveCompact(
            LinearRelation relation, Witness witness, ChallengeSource source, RandomGenerator random) {
        Proved proved = prove(relation, witness, source, nonces(relation, witness, source, random));
        return new CompactProof(proved.challenge(), proved.responses());
    }

    /// The three messages of the protocol.
    record Proved(List<G1> announcements, Scalar challenge, List<Scalar> responses) {}

    /// The core: with these nonces, which must be secret, uniform and never used before.
    static Proved prove(LinearRelation relation, Witness witness, ChallengeSource source, List<Scalar> nonces) {
        List<Scalar> secrets = witness.scalars();
        if (secrets.size() != relation.scalars()) {
            throw new IllegalArgumentException(relation.scalars() + " secrets expected, got " + secrets.size());
        }
        List<G1> announcements = relation.mapSecret(nonces);
        Scalar challenge = source.challenge(relation, announcements);
        List<Scalar> responses = new ArrayList<>(secrets.size());
        for (int i = 0; i < secrets.size(); i++) {
            responses.add(nonces.get(i).add(challenge.multiply(secrets.get(i))));
        }
        return new Proved(announcements, challenge, responses);
    }

    private static List<Scalar> nonces(
            LinearRelation relation, Witness witness, ChallengeSource source, RandomGenerator random) {
        byte[] binding = Sha256.digest(source.binding(), relation.encode());
        try (HedgedNonces nonces = new HedgedNonces("SIGMA", binding, witness.scalars(), random)) {
            return nonces.next(relation.scalars());
        }
    }
}
