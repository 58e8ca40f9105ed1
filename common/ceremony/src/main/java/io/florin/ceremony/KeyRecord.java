package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;

/// Public part of a key that was made, and the ceremony it came from. Kept beside each share; a refresh starts from it.
///
/// @param charter of the ceremony that gave the shares in use
/// @param publicKey as [MadeKey#publicKey]
/// @param padding of certifiers: their signature on the padding token, 48 bytes; else empty
public record KeyRecord(CeremonySpec charter, Bytes publicKey, Bytes padding) {
    private static final int SIZE_MAX = 64 * 1024;

    public byte[] encode() {
        return new CanonicalWriter()
                .bytes(Bytes.of(charter.encode()))
                .bytes(publicKey)
                .bytes(padding)
                .toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static KeyRecord decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes,
                reader -> new KeyRecord(
                        CeremonySpec.decode(reader.bytes(SIZE_MAX).toArray()),
                        reader.bytes(SIZE_MAX),
                        reader.bytes(SIZE_MAX)));
    }

    /// The key of endorsers or certifiers, checked.
    ///
    /// @throws IllegalArgumentException if it is another kind of key, or its points do not belong together
    public SharedKey sharedKey() {
        if (charter.purpose() == Purpose.AUDIT) {
            throw new IllegalArgumentException("a key of auditors");
        }
        return SharedKey.decode(charter.purpose().components(), publicKey.toArray());
    }

    /// The key as one whose shares can be refreshed, checked: over its own bases, of auditors over PK.
    ///
    /// @throws IllegalArgumentException if its points do not belong together
    public SharedKey refreshable() {
        return charter.purpose() == Purpose.AUDIT ? auditPublicKey().shared() : sharedKey();
    }

    /// A key of endorsers as the configuration has it.
    ///
    /// @throws IllegalArgumentException if it is another kind of key, or its points do not belong together
    public EndorserGroup endorserGroup() {
        SignatureScheme scheme =
                charter.purpose().scheme().orElseThrow(() -> new IllegalArgumentException("a key for another purpose"));
        SharedKey shared = sharedKey();
        GroupKey key = GroupKeys.group(scheme, shared);
        return new EndorserGroup(
                scheme,
                new NamespaceId(charter.namespace()),
                charter.epoch(),
                key.signersMin(),
                key.encoded(),
                shared.components().getFirst().verificationPoints().getFirst().stream()
                        .map(point -> Bytes.of(point.encode()))
                        .toList());
    }

    /// A key of certifiers, who signed the padding token as they confirmed it, as the configuration has it.
    ///
    /// @throws IllegalArgumentException if it is another kind of key, or its points do not belong together
    public CertifierGroup certifierGroup() {
        require(Purpose.CERTIFICATION);
        SharedKey key = sharedKey();
        return new CertifierGroup(
                charter.epoch(),
                key.threshold(),
                Bytes.of(PsKeys.publicKey(key).encode()),
                PsKeys.verificationKeys(key).stream()
                        .map(each -> Bytes.of(each.encode()))
                        .toList(),
                padding);
    }

    /// A key of the audit authority's members as the configuration has it.
    ///
    /// @throws IllegalArgumentException if it is another kind of key, its points do not belong together, or members are
    /// not numbered from 1 without gaps
    public AuditKey auditKey() {
        require(Purpose.AUDIT);
        AuditPublicKey key = auditPublicKey();
        if (key.indexes().getLast() != key.indexes().size()) {
            throw new IllegalArgumentException("members are numbered from 1 without gaps");
        }
        return new AuditKey(
                charter.epoch(),
                key.threshold(),
                Bytes.of(key.point().encode()),
                key.verificationPoints().stream()
                        .map(each -> Bytes.of(each.encode()))
                        .toList());
    }

    private AuditPublicKey auditPublicKey() {
        try {
            return AuditKeys.decode(publicKey.toArray());
        } catch (DecodeException malformed) {
            throw new IllegalArgumentException("not a key of auditors", malformed);
        }
    }

    private void require(Purpose purpose) {
        if (charter.purpose() != purpose) {
            throw new IllegalArgumentException("a key for another purpose");
        }
    }

    /// Hash that a refresh of this key names as its basis.
    public Bytes32 basis() {
        return Sha256.hash(publicKey.toArray());
    }
}
