package io.florin.registration.anonymous;

import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Hkdf;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CredentialSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The keys by which commitments become credentials: the BBS key that the configuration of hidden currencies names, and
/// one derived from the authority's identity that seals stored commitments. Who can write to the database can put in no
/// commitment of his own: it would be a second K for somebody's tokens. Any thread.
public final class BlindIssuer {
    private static final String SEALING = "florin/v1/credential-commitment";
    private static final int SEAL_SIZE = 32;

    private final NetworkId network;
    private final CredentialScheme scheme;
    private final CredentialIssuer issuer;
    private final byte[] sealingKey;

    /// @param identity the authority's own key, from which the sealing key is derived
    public BlindIssuer(NetworkId network, BbsSecretKey secret, Ed25519KeyPair identity) {
        this.network = network;
        this.scheme = CredentialSession.scheme(network, secret.publicKey());
        this.issuer = new CredentialIssuer(scheme, secret);
        byte[] seed = identity.seed();
        try {
            sealingKey = Hkdf.derive(seed, network.value().toArray(), SEALING, SEAL_SIZE);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// The public key, 96 bytes in hex.
    String keyHex() {
        return HexFormat.of().formatHex(scheme.key().encode());
    }

    CredentialScheme scheme() {
        return scheme;
    }

    CredentialSession session(String enrollmentId) {
        return new CredentialSession(network, scheme.key(), enrollmentId);
    }

    /// A commitment to keep for an enrollment, under a fresh eid and with a fresh part of K.
    ///
    /// @param request verified
    /// @param random a `SecureRandom` outside tests
    Commitment enroll(UUID enrollment, CredentialRequest request, RandomGenerator random) {
        Scalar eid = Scalar.random(random);
        Scalar serialPart = Scalar.random(random);
        byte[] commitment = issuer.enroll(request, serialPart).encode();
        byte[] seal = seal(enrollment, eid.toBytes(), serialPart.toBytes(), commitment);
        return new Commitment(
                enrollment, eid.toBytes(), request.commitment().encode(), serialPart.toBytes(), commitment, seal);
    }

    /// Whether a row is what was sealed.
    boolean isWhole(Commitment stored) {
        byte[] seal = seal(stored.enrollment(), stored.eid(), stored.serialPart(), stored.commitment());
        return MessageDigest.isEqual(seal, stored.seal());
    }

    /// The signature of an epoch, 80 bytes.
    ///
    /// @throws Failure when the commitment is not the one that was sealed
    byte[] sign(Commitment stored, long epoch) {
        if (!isWhole(stored)) {
            throw new Failure("the commitment of enrollment " + stored.enrollment() + " was altered");
        }
        return issuer.sign(G1.decode(stored.commitment()), Scalar.ofCanonical(stored.eid()), epoch)
                .encode();
    }

    private byte[] seal(UUID enrollment, byte[] eid, byte[] serialPart, byte[] commitment) {
        byte[] sealed = ByteBuffer.allocate(2 * Long.BYTES + eid.length + serialPart.length + commitment.length)
                .putLong(enrollment.getMostSignificantBits())
                .putLong(enrollment.getLeastSignificantBits())
                .put(eid)
                .put(serialPart)
                .put(commitment)
                .array();
        return Hkdf.derive(sealingKey, SEALING.getBytes(StandardCharsets.US_ASCII), sealed, SEAL_SIZE);
    }

    @Override
    public String toString() {
        return "BlindIssuer[" + network + "]";
    }
}
