package io.florin.ledger.config;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The public parameters of a namespace that hides owners or values; the model itself is the version of its token
/// rules. Every proof of the namespace holds under these bytes only (`privacy.PublicParameters`).
///
/// @param credentialKey registration's BBS public key in G2, 96 bytes
/// @param rangeBits values are proven to be below 2^bits: 32 or 64; not looked at in the anonymous model
/// @param rangeValues how many outputs one range proof covers, a power of two up to 8
/// @param uncompressed whether points in proofs have 96 bytes, which saves the verifier a square root for each
/// @param certifiers groups whose tokens are spendable, ascending by epoch, the last one certifies; of the unlinkable
///     model only, at most 8
/// @param auditKeys under passive audit, ascending by epoch: every payment carries its payer, payees and values
///     encrypted to the last one; payments made under an earlier one are opened with that; at most 16
public record HiddenCurrency(
        Bytes credentialKey,
        int rangeBits,
        int rangeValues,
        boolean uncompressed,
        List<CertifierGroup> certifiers,
        List<AuditKey> auditKeys) {

    public static final int CREDENTIAL_KEY_SIZE = 96;
    private static final int GROUPS_MAX = 8;
    private static final int AUDIT_KEYS_MAX = 16;
    private static final int MEMBERS_MAX = 64;
    private static final int G1_SIZE = 48;
    private static final int KEY_SIZE_MAX = 1024;

    /// Without passive audit.
    public HiddenCurrency(
            Bytes credentialKey,
            int rangeBits,
            int rangeValues,
            boolean uncompressed,
            List<CertifierGroup> certifiers) {
        this(credentialKey, rangeBits, rangeValues, uncompressed, certifiers, List.of());
    }

    /// With one audit key, or none.
    public HiddenCurrency(
            Bytes credentialKey,
            int rangeBits,
            int rangeValues,
            boolean uncompressed,
            List<CertifierGroup> certifiers,
            Optional<AuditKey> auditKey) {
        this(
                credentialKey,
                rangeBits,
                rangeValues,
                uncompressed,
                certifiers,
                auditKey.map(List::of).orElse(List.of()));
    }

    public HiddenCurrency {
        certifiers = List.copyOf(certifiers);
        auditKeys = List.copyOf(auditKeys);
        if (credentialKey.size() != CREDENTIAL_KEY_SIZE) {
            throw new IllegalArgumentException("a credential key has 96 bytes");
        }
        if ((rangeBits != 32 && rangeBits != 64)
                || rangeValues < 1
                || rangeValues > 8
                || Integer.bitCount(rangeValues) != 1) {
            throw new IllegalArgumentException("ranges of 32 or 64 bits, 1, 2, 4 or 8 values");
        }
        Set<Long> epochs = new HashSet<>();
        long last = 0;
        for (CertifierGroup group : certifiers) {
            if (group.epoch() <= last || !epochs.add(group.epoch())) {
                throw new IllegalArgumentException("certifier groups ascend by epoch, from 1");
            }
            last = group.epoch();
        }
        if (certifiers.size() > GROUPS_MAX) {
            throw new IllegalArgumentException("at most " + GROUPS_MAX + " certifier groups");
        }
        checkAuditKeys(auditKeys);
    }

    private static void checkAuditKeys(List<AuditKey> keys) {
        Set<Bytes> points = new HashSet<>();
        long last = 0;
        for (AuditKey key : keys) {
            if (key.epoch() <= last) {
                throw new IllegalArgumentException("audit keys ascend by epoch");
            }
            if (!points.add(key.point())) {
                throw new IllegalArgumentException("another epoch has another audit key");
            }
            last = key.epoch();
        }
        if (keys.size() > AUDIT_KEYS_MAX) {
            throw new IllegalArgumentException("at most " + AUDIT_KEYS_MAX + " audit keys");
        }
    }

    /// The certifiers of one key epoch.
    ///
    /// @param epoch u32, from 1
    /// @param threshold shares needed
    /// @param groupKey encoded Pointcheval-Sanders public key
    /// @param verificationKeys one for each certifier in order of share index 1..n
    /// @param padding S of the group's signature on its padding token, 48 bytes
    public record CertifierGroup(
            long epoch, int threshold, Bytes groupKey, List<Bytes> verificationKeys, Bytes padding) {
        public CertifierGroup {
            verificationKeys = List.copyOf(verificationKeys);
            if (threshold < 1 || threshold > verificationKeys.size() || verificationKeys.size() > MEMBERS_MAX) {
                throw new IllegalArgumentException("threshold of 1 to the number of certifiers");
            }
            if (padding.size() != G1_SIZE
                    || groupKey.size() > KEY_SIZE_MAX
                    || verificationKeys.stream().anyMatch(key -> key.size() > KEY_SIZE_MAX)) {
                throw new IllegalArgumentException("a certifiers' key of another size");
            }
            if (new HashSet<>(verificationKeys).size() != verificationKeys.size()) {
                throw new IllegalArgumentException("each certifier has a key of its own");
            }
        }

        private void writeTo(CanonicalWriter writer) {
            writer.u32(epoch).u8(threshold).bytes(groupKey).u8(verificationKeys.size());
            verificationKeys.forEach(writer::bytes);
            writer.fixed(padding.toArray());
        }

        private static CertifierGroup readFrom(CanonicalReader reader) {
            return new CertifierGroup(
                    reader.u32(),
                    reader.u8(),
                    reader.bytes(KEY_SIZE_MAX),
                    reader.list(reader.u8(), MEMBERS_MAX, () -> reader.bytes(KEY_SIZE_MAX)),
                    Bytes.of(reader.fixed(G1_SIZE)));
        }
    }

    /// The audit authority's decryption key, PK = γ⁻¹·G with γ shared among its members.
    ///
    /// @param epoch u32, from 1; a payment names it by the public parameters under which it was proven
    /// @param threshold members who must agree to open
    /// @param point PK in G1, 48 bytes
    /// @param verificationPoints γi·PK of each member in order of share index 1..n, 48 bytes each
    public record AuditKey(long epoch, int threshold, Bytes point, List<Bytes> verificationPoints) {
        public AuditKey {
            verificationPoints = List.copyOf(verificationPoints);
            if (epoch < 1 || epoch > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("an epoch has 32 bits, from 1");
            }
            if (threshold < 1 || threshold > verificationPoints.size() || verificationPoints.size() > MEMBERS_MAX) {
                throw new IllegalArgumentException("threshold of 1 to the number of members");
            }
            if (point.size() != G1_SIZE || verificationPoints.stream().anyMatch(each -> each.size() != G1_SIZE)) {
                throw new IllegalArgumentException("a point of G1 has 48 bytes");
            }
        }

        private void writeTo(CanonicalWriter writer) {
            writer.u32(epoch).u8(threshold).fixed(point.toArray()).u8(verificationPoints.size());
            verificationPoints.forEach(each -> writer.fixed(each.toArray()));
        }

        /// Whether it is the same key with the same members; their shares, and so the points, may be others.
        public boolean isSameKey(AuditKey other) {
            return epoch == other.epoch
                    && threshold == other.threshold
                    && point.equals(other.point)
                    && verificationPoints.size() == other.verificationPoints.size();
        }

        private static AuditKey readFrom(CanonicalReader reader) {
            return new AuditKey(
                    reader.u32(),
                    reader.u8(),
                    Bytes.of(reader.fixed(G1_SIZE)),
                    reader.list(reader.u8(), MEMBERS_MAX, () -> Bytes.of(reader.fixed(G1_SIZE))));
        }
    }

    /// The key to which payments are encrypted now; present under passive audit.
    public Optional<AuditKey> auditKey() {
        return auditKeys.isEmpty() ? Optional.empty() : Optional.of(auditKeys.getLast());
    }

    /// The same currency with other keys of certifiers.
    public HiddenCurrency withCertifiers(List<CertifierGroup> others) {
        return new HiddenCurrency(credentialKey, rangeBits, rangeValues, uncompressed, others, auditKeys);
    }

    /// The same currency with other audit keys.
    public HiddenCurrency withAuditKeys(List<AuditKey> others) {
        return new HiddenCurrency(credentialKey, rangeBits, rangeValues, uncompressed, certifiers, others);
    }

    /// The group of a key epoch.
    ///
    /// @throws IllegalArgumentException if there is none
    public CertifierGroup certifiers(long epoch) {
        return certifiers.stream()
                .filter(group -> group.epoch() == epoch)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no certifiers of epoch " + epoch));
    }

    void writeTo(CanonicalWriter writer) {
        writer.fixed(credentialKey.toArray()).u8(rangeBits).u8(rangeValues).flag(uncompressed);
        writer.u8(certifiers.size());
        certifiers.forEach(group -> group.writeTo(writer));
        writer.u8(auditKeys.size());
        auditKeys.forEach(key -> key.writeTo(writer));
    }

    static HiddenCurrency readFrom(CanonicalReader reader) {
        return new HiddenCurrency(
                Bytes.of(reader.fixed(CREDENTIAL_KEY_SIZE)),
                reader.u8(),
                reader.u8(),
                reader.flag(),
                reader.list(reader.u8(), GROUPS_MAX, () -> CertifierGroup.readFrom(reader)),
                reader.list(reader.u8(), AUDIT_KEYS_MAX, () -> AuditKey.readFrom(reader)));
    }
}
