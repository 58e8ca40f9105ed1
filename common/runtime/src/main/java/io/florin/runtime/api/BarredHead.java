package io.florin.runtime.api;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Registration's signed head of its list of barred enrollments. The list itself comes in pages.
///
/// @param through number of registration's last record at the time; every change of standing up to it is in the list
/// @param timeMillis registration's clock before it looked
/// @param count entries in the list
/// @param digest of the whole list, [Entries]; hex
/// @param signature Ed25519 by the key that genesis names for registration, hex
public record BarredHead(long through, long timeMillis, long count, String digest, String signature) {
    private static final int DIGITS = 2 * Bytes32.SIZE;
    private static final int SIGNATURE_DIGITS = 2 * Ed25519.SIGNATURE_SIZE;

    public static BarredHead sign(
            NetworkId network, Ed25519KeyPair key, long through, long timeMillis, long count, Bytes32 digest) {
        byte[] message = message(network, through, timeMillis, count, digest);
        return new BarredHead(
                through, timeMillis, count, digest.toHex(), key.sign(message).toHex());
    }

    /// Whether registration of this network signed it. False for anything malformed.
    public boolean isAuthentic(NetworkId network, Bytes32 registrationKey) {
        if (through < 0 || timeMillis < 0 || count < 0 || !isHex(digest, DIGITS)) {
            return false;
        }
        return isHex(signature, SIGNATURE_DIGITS)
                && Ed25519.verify(
                        registrationKey,
                        message(network, through, timeMillis, count, Bytes32.fromHex(digest)),
                        Bytes.fromHex(signature).toArray());
    }

    private static boolean isHex(String text, int digits) {
        return text != null
                && text.length() == digits
                && text.chars().allMatch(digit -> HexFormat.isHexDigit(digit) && !Character.isUpperCase(digit));
    }

    private static byte[] message(NetworkId network, long through, long timeMillis, long count, Bytes32 digest) {
        return Domain.BARRED_ENROLLMENTS.message(
                network,
                new CanonicalWriter(64)
                        .u63(through)
                        .u63(timeMillis)
                        .u63(count)
                        .fixed(digest)
                        .toByteArray());
    }

    /// The digest of a list: SHA-256 over the domain's separator, then for each entry the id (32 bytes) and its
    /// standing (u8: 2 suspended, 3 revoked). One list, one use.
    public static final class Entries {
        private final MessageDigest digest;
        private long count;

        public Entries() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
            digest.update(Domain.BARRED_ENROLLMENTS.separator());
        }

        /// @param standing not active
        public Entries add(byte[] eid, Standing standing) {
            if (eid.length != Bytes32.SIZE || standing == Standing.ACTIVE) {
                throw new IllegalArgumentException("an id of 32 bytes whose owner is suspended or revoked");
            }
            digest.update(eid);
            digest.update((byte) (standing == Standing.SUSPENDED ? 2 : 3));
            count++;
            return this;
        }

        public long count() {
            return count;
        }

        /// Of what was added; nothing may be added afterwards.
        public Bytes32 digest() {
            return Bytes32.of(digest.digest());
        }
    }
}
