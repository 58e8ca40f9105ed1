package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Shares;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The hashes of FROST(Ed25519, SHA-512), RFC 9591 section 6.1, and what all participants compute from public values
/// (sections 4.3 to 4.6).
final class FrostSuite {
    private static final String CONTEXT = "FROST-ED25519-SHA512-v1";
    private static final byte[] BINDING = (CONTEXT + "rho").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONCE = (CONTEXT + "nonce").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = (CONTEXT + "msg").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMITMENTS = (CONTEXT + "com").getBytes(StandardCharsets.US_ASCII);

    private FrostSuite() {}

    /// H3(random ‖ secret): RFC 9591 section 4.1, so that a weak generator alone does not give a nonce away.
    static FieldElement nonce(byte[] random, FieldElement secret) {
        byte[] encoded = secret.toLittleEndian();
        byte[] digest = sha512(NONCE, random, encoded);
        try {
            return Edwards25519.SCALARS.reduceLittleEndian(digest);
        } finally {
            Arrays.fill(encoded, (byte) 0);
            Arrays.fill(digest, (byte) 0);
        }
    }

    /// H1 of the key, H4 of the message, H5 of all commitments and the participant, for each participant.
    static SortedMap<Integer, FieldElement> bindingFactors(Bytes32 groupKey, SigningPackage signing) {
        byte[] prefix = bindingPrefix(groupKey, signing);
        SortedMap<Integer, FieldElement> factors = new TreeMap<>();
        for (NonceCommitment commitment : signing.commitments()) {
            byte[] digest = sha512(BINDING, prefix, identifier(commitment.index()));
            factors.put(commitment.index(), Edwards25519.SCALARS.reduceLittleEndian(digest));
        }
        return factors;
    }

    static byte[] bindingPrefix(Bytes32 groupKey, SigningPackage signing) {
        MessageDigest list = newDigest();
        list.update(COMMITMENTS);
        for (NonceCommitment commitment : signing.commitments()) {
            list.update(identifier(commitment.index()));
            list.update(commitment.hiding().toArray());
            list.update(commitment.binding().toArray());
        }
        byte[] message = sha512(MESSAGE, signing.message().toArray());
        byte[] all = list.digest();
        byte[] prefix = new byte[Bytes32.SIZE + message.length + all.length];
        groupKey.copyInto(prefix, 0);
        System.arraycopy(message, 0, prefix, Bytes32.SIZE, message.length);
        System.arraycopy(all, 0, prefix, Bytes32.SIZE + message.length, all.length);
        return prefix;
    }

    static byte[] identifier(int index) {
        return Shares.point(Edwards25519.SCALARS, index).toLittleEndian();
    }

    /// The challenge of RFC 8032: H2(R ‖ key ‖ message).
    static FieldElement challenge(Bytes32 commitment, Bytes32 groupKey, byte[] message) {
        return Edwards25519.SCALARS.reduceLittleEndian(sha512(commitment.toArray(), groupKey.toArray(), message));
    }

    static FieldElement lagrange(SigningPackage signing, int index) {
        List<Integer> indexes = signing.indexes();
        return Shares.lagrange(Edwards25519.SCALARS, indexes, 0).get(indexes.indexOf(index));
    }

    private static byte[] sha512(byte[]... parts) {
        MessageDigest digest = newDigest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-512", e);
        }
    }
}
