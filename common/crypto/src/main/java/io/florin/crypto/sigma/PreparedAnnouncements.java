package io.florin.crypto.sigma;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.transcript.HedgedNonces;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Announcements of a proof made before its statement is known: T = map(k) depends on the points of a relation's right
/// side alone. What is left is the challenge and a product for each scalar.
///
/// Two answers to different challenges with the same k give the witness away. So one instance proves once, whatever the
/// proof comes to, and is nowhere but in memory: no encoding, no copy. Nor should its process be one that is restored
/// from a snapshot. Any thread. Prints nothing.
public final class PreparedAnnouncements {
    private final AtomicReference<@Nullable Prepared> unused;

    private record Prepared(List<Scalar> nonces, List<G1> announcements) {
        @Override
        public String toString() {
            return "Prepared";
        }
    }

    private PreparedAnnouncements(Prepared prepared) {
        unused = new AtomicReference<>(prepared);
    }

    /// Announcements for all relations that have the right side of this one, in constant time.
    ///
    /// @param relation its left side is not looked at
    /// @param secrets what is known of the witness; with the binding it hedges the randomness, so the binding should
    /// never come twice
    /// @param random a `SecureRandom` outside tests
    public static PreparedAnnouncements of(
            LinearRelation relation, byte[] binding, List<Scalar> secrets, RandomGenerator random) {
        byte[] bound = Sha256.digest(binding, relation.encode());
        try (HedgedNonces nonces = new HedgedNonces("SIGMA-PREPARED", bound, secrets, random)) {
            List<Scalar> fresh = nonces.next(relation.scalars());
            return new PreparedAnnouncements(new Prepared(fresh, relation.mapSecret(fresh)));
        }
    }

    /// The proof, which every verifier refuses if the relation has another right side.
    ///
    /// @throws IllegalStateException if there was one before
    /// @throws IllegalArgumentException if the relation or the witness has another number of scalars or equations
    public BatchableProof prove(LinearRelation relation, Witness witness, ChallengeSource source) {
        Prepared prepared = unused.getAndSet(null);
        if (prepared == null) {
            throw new IllegalStateException("announcements prove once");
        }
        List<Scalar> secrets = witness.scalars();
        boolean fits = secrets.size() == relation.scalars()
                && prepared.nonces().size() == relation.scalars()
                && prepared.announcements().size() == relation.size();
        if (!fits) {
            throw new IllegalArgumentException("announcements of another relation");
        }
        Scalar challenge = source.challenge(relation, prepared.announcements());
        List<Scalar> responses = new ArrayList<>(secrets.size());
        for (int i = 0; i < secrets.size(); i++) {
            responses.add(prepared.nonces().get(i).add(challenge.multiply(secrets.get(i))));
        }
        return new BatchableProof(prepared.announcements(), responses);
    }

    @Override
    public String toString() {
        return "PreparedAnnouncements";
    }
}
