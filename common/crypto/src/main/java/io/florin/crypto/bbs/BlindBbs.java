package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import io.florin.crypto.transcript.HedgedNonces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Blind BBS signatures: the signer signs messages that it sees and others that it knows only as a commitment.
///
/// As in the snapshot of draft-irtf-cfrg-bbs-blind-signatures that has both a prover's and a signer's blinding; the
/// published fixtures of that snapshot are the judge of every formula. The signature is an ordinary BBS signature over
/// the signer's messages, the sum of the blindings, and the committed messages, in this order; so are its proofs. The
/// challenge of the commitment's proof does not depend on a session: who needs that proves with the sigma engine, as
/// credentials do. Immutable; any thread.
public final class BlindBbs {
    private static final byte[] NO_BINDING = {};

    private final List<G1> generators;
    private final List<G1> blindGenerators;

    /// The scheme for at most so many messages of either kind.
    ///
    /// @throws IllegalArgumentException if a number is negative
    public BlindBbs(int messagesMax, int committedMax) {
        if (messagesMax < 0 || committedMax < 0) {
            throw new IllegalArgumentException("no negative number of messages");
        }
        generators = BbsSuite.BLIND.generators(1 + messagesMax);
        blindGenerators = BbsSuite.COMMITTED.generators(1 + committedMax);
    }

    /// A commitment and what opens it.
    public static final class Committed {
        private final BlindCommitment commitment;
        private final Scalar blinding;

        private Committed(BlindCommitment commitment, Scalar blinding) {
            this.commitment = commitment;
            this.blinding = blinding;
        }

        /// The signer's part.
        public BlindCommitment commitment() {
            return commitment;
        }

        /// The holder's part, secret.
        public Scalar blinding() {
            return blinding;
        }

        @Override
        public String toString() {
            return "Committed";
        }
    }

    /// Commits to messages (`Commit`).
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if there are too many messages
    public Committed commit(List<byte[]> messages, RandomGenerator random) {
        List<Scalar> scalars = BbsSuite.BLIND.messages(messages);
        try (HedgedNonces nonces = new HedgedNonces("BLIND-BBS", NO_BINDING, scalars, random)) {
            return commit(scalars, nonces.next(2 + scalars.size()));
        }
    }

    /// With these random scalars: the blinding, its nonce, one nonce for each message.
    Committed commit(List<Scalar> messages, List<Scalar> random) {
        List<G1> bases = blindGenerators(messages.size());
        List<Scalar> secrets = new ArrayList<>(List.of(random.getFirst()));
        secrets.addAll(messages);
        G1 point = G1.sumOfSecretProducts(secrets, bases);
        List<Scalar> nonces = random.subList(1, random.size());
        Scalar challenge = challenge(point, G1.sumOfSecretProducts(nonces, bases), bases);
        List<Scalar> responses = new ArrayList<>(secrets.size());
        for (int i = 0; i < secrets.size(); i++) {
            responses.add(nonces.get(i).add(secrets.get(i).multiply(challenge)));
        }
        return new Committed(new BlindCommitment(point, responses, challenge), random.getFirst());
    }

    /// Whether the maker of the commitment can open it (`verify_commitment`).
    public boolean verify(BlindCommitment commitment) {
        if (commitment.messages() >= blindGenerators.size()) {
            return false;
        }
        List<G1> bases = blindGenerators(commitment.messages());
        Terms announcement =
                new Terms(1 + bases.size()).add(commitment.challenge().negate(), commitment.point());
        for (int i = 0; i < bases.size(); i++) {
            announcement.add(commitment.responses().get(i), bases.get(i));
        }
        return challenge(commitment.point(), announcement.sum(), bases).equals(commitment.challenge());
    }

    private static Scalar challenge(G1 commitment, G1 announcement, List<G1> bases) {
        BbsSuite.Octets octets = new BbsSuite.Octets();
        octets.number(bases.size() - 1);
        bases.forEach(octets::point);
        octets.point(commitment);
        octets.point(announcement);
        return BbsSuite.BLIND.hash(octets.toArray());
    }

    /// Signs (`BlindSign`). Deterministic.
    ///
    /// @param commitment absent if there are no hidden messages
    /// @param signerBlind added to the holder's blinding and told to the holder; zero for none
    /// @throws IllegalArgumentException if the commitment's proof is wrong or there are too many messages
    public BbsSignature sign(
            BbsSecretKey secret,
            Optional<BlindCommitment> commitment,
            Scalar signerBlind,
            byte[] header,
            List<byte[]> messages) {
        int committed = commitment.map(BlindCommitment::messages).orElse(0);
        if (commitment.isPresent() && !verify(commitment.get())) {
            throw new IllegalArgumentException("the commitment's proof does not verify");
        }
        BbsCore core = core(secret.publicKey(), header, messages.size(), committed);
        List<Scalar> scalars = BbsSuite.BLIND.messages(messages);
        BbsSuite.Octets octets = new BbsSuite.Octets();
        octets.scalar(secret.scalar());
        commitment.ifPresent(present -> octets.bytes(present.encode()));
        if (commitment.isPresent() && !signerBlind.isZero()) {
            octets.scalar(signerBlind);
        }
        scalars.forEach(octets::scalar);
        octets.scalar(core.domain());
        List<Scalar> visible = new ArrayList<>(scalars);
        visible.add(commitment.isPresent() ? signerBlind : Scalar.ZERO);
        while (visible.size() < core.messages()) {
            visible.add(Scalar.ZERO);
        }
        G1 signed = core.signed(visible);
        if (commitment.isPresent()) {
            signed = signed.add(commitment.get().point());
        }
        return BbsCore.sign(secret, BbsSuite.BLIND.hash(octets.toArray()), signed);
    }

    /// Whether the signature is the key's over header, messages and committed messages.
    ///
    /// @param blinding the sum of the holder's and the signer's; zero without a commitment
    /// @throws IllegalArgumentException if there are too many messages
    public boolean verify(
            BbsPublicKey key,
            BbsSignature signature,
            byte[] header,
            List<byte[]> messages,
            List<byte[]> committed,
            Scalar blinding) {
        return core(key, header, messages.size(), committed.size())
                .verify(signature, all(messages, committed, blinding));
    }

    /// Messages that a proof discloses.
    ///
    /// @param messages ascending indexes of messages that the signer saw
    /// @param committed ascending indexes of committed messages
    public record Disclosed(List<Integer> messages, List<Integer> committed) {
        /// The lists are copied. Order and bounds are checked by whoever proves and verifies.
        public Disclosed {
            messages = List.copyOf(messages);
            committed = List.copyOf(committed);
        }

        /// The indexes in one row: the committed messages stand behind the signer's and the blinding.
        List<Integer> indexes(int messageCount) {
            List<Integer> indexes = new ArrayList<>(messages);
            committed.forEach(index -> indexes.add(messageCount + 1 + index));
            return indexes;
        }
    }

    /// The signed messages of a holder.
    ///
    /// @param messages those that the signer saw
    /// @param committed those that it did not see
    /// @param blinding the sum of the holder's and the signer's
    public record Signed(List<byte[]> messages, List<byte[]> committed, Scalar blinding) {
        @Override
        public String toString() {
            return "Signed";
        }
    }

    /// A proof of the signature that discloses some messages and never the blinding (`BlindProofGen`).
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if there are too many messages or the indexes are wrong
    public BbsProof proofOf(
            BbsPublicKey key,
            BbsSignature signature,
            byte[] header,
            byte[] presentationHeader,
            Signed signed,
            Disclosed disclosed,
            RandomGenerator random) {
        BbsCore core =
                core(key, header, signed.messages().size(), signed.committed().size());
        List<Scalar> all = all(signed.messages(), signed.committed(), signed.blinding());
        List<Integer> indexes = disclosed.indexes(signed.messages().size());
        return core.prove(
                signature,
                all,
                indexes,
                presentationHeader,
                Bbs.random(core, signature, all, indexes, presentationHeader, random));
    }

    /// Whether the proof is one of a signature of the key that discloses these messages.
    ///
    /// @param messageCount how many messages the signer saw
    /// @param disclosedMessages the signer's first, then the committed ones
    /// @throws IllegalArgumentException if there are too many messages or the indexes are wrong
    public boolean verifyProof(
            BbsPublicKey key,
            BbsProof proof,
            byte[] header,
            byte[] presentationHeader,
            int messageCount,
            List<byte[]> disclosedMessages,
            Disclosed disclosed) {
        List<Integer> indexes = disclosed.indexes(messageCount);
        int committed = proof.hiddenMessages() + indexes.size() - messageCount - 1;
        if (messageCount < 0 || committed < 0) {
            throw new IllegalArgumentException("more messages than the proof has");
        }
        return core(key, header, messageCount, committed)
                .verify(proof, BbsSuite.BLIND.messages(disclosedMessages), indexes, presentationHeader);
    }

    BbsCore core(BbsPublicKey key, byte[] header, int messages, int committed) {
        if (messages >= generators.size()) {
            throw new IllegalArgumentException("at most " + (generators.size() - 1) + " messages, not " + messages);
        }
        List<G1> all = new ArrayList<>(generators.subList(0, 1 + messages));
        all.addAll(blindGenerators(committed));
        return new BbsCore(BbsSuite.BLIND, key, all, header);
    }

    private List<G1> blindGenerators(int messages) {
        if (messages >= blindGenerators.size()) {
            throw new IllegalArgumentException(
                    "at most " + (blindGenerators.size() - 1) + " committed messages, not " + messages);
        }
        return blindGenerators.subList(0, 1 + messages);
    }

    static List<Scalar> all(List<byte[]> messages, List<byte[]> committed, Scalar blinding) {
        List<Scalar> all = new ArrayList<>(BbsSuite.BLIND.messages(messages));
        all.add(blinding);
        all.addAll(BbsSuite.BLIND.messages(committed));
        return all;
    }
}
