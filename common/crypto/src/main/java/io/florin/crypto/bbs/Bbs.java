package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.HedgedNonces;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// BBS signatures as in draft-irtf-cfrg-bbs-signatures, suite BLS12-381-SHA-256 with messages and generators by
/// hashing.
///
/// A signature over L messages is 80 bytes; its holder proves to know it and discloses any of the messages; two
/// proofs of one signature cannot be linked. Strongly unforgeable under q-SDH (Tessaro, Zhu, EUROCRYPT 2023; 2023/275),
/// proofs zero-knowledge in the random-oracle model. Immutable; any thread.
public final class Bbs {
    private static final int FIXED_RANDOM = 5;

    private final List<G1> generators;

    /// The scheme for at most so many messages; computes their generators, about 60 µs each.
    ///
    /// @throws IllegalArgumentException if the number is negative
    public Bbs(int messagesMax) {
        if (messagesMax < 0) {
            throw new IllegalArgumentException("no negative number of messages");
        }
        generators = BbsSuite.PLAIN.generators(1 + messagesMax);
    }

    /// The scalar that a message of bytes stands for.
    public static Scalar message(byte[] message) {
        return BbsSuite.PLAIN.messages(List.of(message)).getFirst();
    }

    /// Signs. Deterministic.
    ///
    /// @param header disclosed in every proof
    /// @throws IllegalArgumentException if there are too many messages
    public BbsSignature sign(BbsSecretKey secret, byte[] header, List<byte[]> messages) {
        return core(secret.publicKey(), header, messages.size()).sign(secret, BbsSuite.PLAIN.messages(messages));
    }

    /// Whether the signature is the key's over header and messages.
    ///
    /// @throws IllegalArgumentException if there are too many messages
    public boolean verify(BbsPublicKey key, BbsSignature signature, byte[] header, List<byte[]> messages) {
        return core(key, header, messages.size()).verify(signature, BbsSuite.PLAIN.messages(messages));
    }

    /// A proof of the signature that discloses the messages at these ascending indexes.
    ///
    /// @param presentationHeader what the proof is bound to
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if there are too many messages or the indexes are wrong
    public BbsProof proofOf(
            BbsPublicKey key,
            BbsSignature signature,
            byte[] header,
            byte[] presentationHeader,
            List<byte[]> messages,
            List<Integer> disclosed,
            RandomGenerator random) {
        BbsCore core = core(key, header, messages.size());
        List<Scalar> scalars = BbsSuite.PLAIN.messages(messages);
        return core.prove(
                signature,
                scalars,
                disclosed,
                presentationHeader,
                random(core, signature, scalars, disclosed, presentationHeader, random));
    }

    /// Whether the proof is one of a signature of the key over header and, at these indexes, the disclosed messages.
    ///
    /// @throws IllegalArgumentException if there are too many messages or the indexes are wrong
    public boolean verifyProof(
            BbsPublicKey key,
            BbsProof proof,
            byte[] header,
            byte[] presentationHeader,
            List<byte[]> disclosedMessages,
            List<Integer> disclosed) {
        return core(key, header, proof.hiddenMessages() + disclosed.size())
                .verify(proof, BbsSuite.PLAIN.messages(disclosedMessages), disclosed, presentationHeader);
    }

    BbsCore core(BbsPublicKey key, byte[] header, int messages) {
        if (messages >= generators.size()) {
            throw new IllegalArgumentException("at most " + (generators.size() - 1) + " messages, not " + messages);
        }
        return new BbsCore(BbsSuite.PLAIN, key, generators.subList(0, 1 + messages), header);
    }

    /// The random scalars of one proof.
    static List<Scalar> random(
            BbsCore core,
            BbsSignature signature,
            List<Scalar> messages,
            List<Integer> disclosed,
            byte[] presentationHeader,
            RandomGenerator random) {
        List<Scalar> secrets = new ArrayList<>(List.of(signature.e(), core.domain()));
        secrets.addAll(messages);
        BbsSuite.Octets binding = new BbsSuite.Octets();
        disclosed.forEach(binding::number);
        binding.bytes(presentationHeader);
        try (HedgedNonces nonces = new HedgedNonces("BBS", binding.toArray(), secrets, random)) {
            return nonces.next(FIXED_RANDOM + core.hidden(disclosed).size());
        }
    }
}
