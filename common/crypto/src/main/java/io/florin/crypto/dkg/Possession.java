package io.florin.crypto.dkg;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/// A dealer's proof that it knows the constant of a polynomial (Schnorr; PedPoP of Chu et al., CRYPTO 2023): z·B = T +
/// c·C₀ with c = H(setup, dealer, component, C₀, T). Bound to session and dealer, so it cannot be taken over: this is
/// what stops a rogue key, chosen as a function of the others' commitments.
record Possession(GroupElement announcement, FieldElement response) {
    private static final byte[] DOMAIN = "florin/dkg/possession/1".getBytes(StandardCharsets.US_ASCII);

    static int size(GroupElement base) {
        return base.group().encodedSize() + PrimeField.SIZE;
    }

    static Possession prove(
            Bytes32 setup, int dealer, int component, GroupElement base, FieldElement secret, RandomGenerator random) {
        FieldElement nonce = secret.field().random(random);
        GroupElement announcement = base.times(nonce);
        FieldElement challenge = challenge(setup, dealer, component, base.times(secret), announcement);
        FieldElement response = nonce.add(challenge.multiply(secret));
        nonce.erase();
        return new Possession(announcement, response);
    }

    boolean holds(Bytes32 setup, int dealer, int component, GroupElement base, GroupElement commitment) {
        FieldElement challenge = challenge(setup, dealer, component, commitment, announcement);
        return base.times(response).equals(announcement.plus(commitment.times(challenge)));
    }

    byte[] encode() {
        byte[] point = announcement.encode();
        return ByteBuffer.allocate(point.length + PrimeField.SIZE)
                .put(point)
                .put(response.toBytes())
                .array();
    }

    /// @throws IllegalArgumentException if the point or the scalar is not canonical
    static Possession read(GroupElement base, ByteBuffer buffer) {
        byte[] point = new byte[base.group().encodedSize()];
        byte[] scalar = new byte[PrimeField.SIZE];
        buffer.get(point).get(scalar);
        return new Possession(base.group().decode(point), base.group().scalars().ofBytes(scalar));
    }

    private static FieldElement challenge(
            Bytes32 setup, int dealer, int component, GroupElement commitment, GroupElement announcement) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(DOMAIN);
            digest.update(setup.toArray());
            digest.update(ByteBuffer.allocate(2 * Integer.BYTES)
                    .putInt(dealer)
                    .putInt(component)
                    .array());
            digest.update(commitment.encode()); // of fixed length
            digest.update(announcement.encode());
            return commitment.group().scalars().reduce(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-512", e);
        }
    }
}
