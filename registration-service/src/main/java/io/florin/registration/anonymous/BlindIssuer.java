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
import io.florin.registration.anonymous.CredentialStore.Seal;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CredentialSession;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The keys by which commitments become credentials: the BBS key that the configuration of hidden currencies names, and
/// one derived from the authority's identity that seals stored commitments. Who can write to the database can put in no
/// commitment of his own: it would be a second K for somebody's tokens. Any thread.
public final class BlindIssuer {
    /// The newest version of the seal, which covers the whole row.
    static final int SEAL_VERSION = 2;

    private static final String SEALING_KEY = "florin/v1/credential-commitment";
    private static final String SEALING_1 = "florin/v1/credential-commitment";
    private static final String SEALING_2 = "florin/v2/credential-commitment";
    private static final int SEAL_SIZE = 32;
    private static final int POINT_SIZE = 48;

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
            sealingKey = Hkdf.derive(seed, network.value().toArray(), SEALING_KEY, SEAL_SIZE);
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
        Commitment open = new Commitment(
                enrollment,
                eid.toBytes(),
                request.commitment().encode(),
                serialPart.toBytes(),
                commitment,
                new Seal(SEAL_VERSION, new byte[0]));
        return open.with(new Seal(SEAL_VERSION, seal2(open)));
    }

    /// Whether every column of a row is what was sealed.
    ///
    /// | version | the seal covers | `requested` |
    /// |---|---|---|
    /// | 1 | enrollment, eid, the authority's part of K, what is signed | is what is signed less that part |
    /// | 2 | all of these and `requested` | is sealed |
    ///
    /// Both say the same of a row: a version put back without the key shows nothing.
    boolean isWhole(Commitment stored) {
        boolean sized = stored.eid().length == Scalar.SIZE
                && stored.requested().length == POINT_SIZE
                && stored.serialPart().length == Scalar.SIZE
                && stored.commitment().length == POINT_SIZE;
        return sized
                && switch (stored.seal().version()) {
                    case 1 -> MessageDigest.isEqual(seal1(stored), stored.seal().value()) && isSum(stored);
                    case SEAL_VERSION ->
                        MessageDigest.isEqual(seal2(stored), stored.seal().value());
                    default -> false;
                };
    }

    /// Of a row whose other columns are sealed.
    private boolean isSum(Commitment stored) {
        G1 own = scheme.commitment(Scalar.ZERO, Scalar.ofCanonical(stored.serialPart()));
        byte[] requested = G1.decode(stored.commitment()).subtract(own).encode();
        return Arrays.equals(requested, stored.requested());
    }

    /// The signature of an epoch, 80 bytes.
    ///
    /// @throws Failure when the commitment is not the one that was sealed
    byte[] sign(Commitment stored, long epoch) {
        return signWhole(stored, epoch)
                .orElseThrow(() -> new Failure("the commitment of enrollment " + stored.enrollment() + " was altered"));
    }

    /// The signature of an epoch; empty when the commitment is not the one that was sealed.
    Optional<byte[]> signWhole(Commitment stored, long epoch) {
        return isWhole(stored)
                ? Optional.of(issuer.sign(G1.decode(stored.commitment()), Scalar.ofCanonical(stored.eid()), epoch)
                        .encode())
                : Optional.empty();
    }

    private byte[] seal1(Commitment row) {
        return seal(SEALING_1, row.enrollment(), row.eid(), row.serialPart(), row.commitment());
    }

    private byte[] seal2(Commitment row) {
        return seal(SEALING_2, row.enrollment(), row.eid(), row.requested(), row.serialPart(), row.commitment());
    }

    /// @param parts of fixed sizes
    private byte[] seal(String label, UUID enrollment, byte[]... parts) {
        ByteArrayOutputStream sealed = new ByteArrayOutputStream();
        sealed.writeBytes(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(enrollment.getMostSignificantBits())
                .putLong(enrollment.getLeastSignificantBits())
                .array());
        for (byte[] part : parts) {
            sealed.writeBytes(part);
        }
        return Hkdf.derive(sealingKey, label.getBytes(StandardCharsets.US_ASCII), sealed.toByteArray(), SEAL_SIZE);
    }

    @Override
    public String toString() {
        return "BlindIssuer[" + network + "]";
    }
}
