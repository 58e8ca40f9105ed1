package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditKeyCeremony;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.internal.NodeRole;
import java.util.List;
import java.util.Optional;

/// Purpose of a key. The codes are wire format.
public enum Purpose {
    /// Endorsers sign bundles: BLS, one component in G2.
    ENDORSEMENT(1, NodeRole.ENDORSER),
    /// Certifiers sign tokens: Pointcheval–Sanders, four components.
    CERTIFICATION(2, NodeRole.CERTIFIER),
    /// Members of the audit authority decrypt: twisted ElGamal, three key generations and two broadcasts more.
    AUDIT(3, NodeRole.AUDIT_MEMBER),
    /// Endorsers sign bundles by FROST: one component on Ed25519.
    ENDORSEMENT_FROST(4, NodeRole.ENDORSER),
    /// Endorsers sign bundles by ECDSA: one component on P-256.
    ENDORSEMENT_ECDSA(5, NodeRole.ENDORSER);

    private final int code;
    private final NodeRole role;

    Purpose(int code, NodeRole role) {
        this.code = code;
        this.role = role;
    }

    int code() {
        return code;
    }

    /// The nodes that take part; participant i is the node with id i.
    public NodeRole role() {
        return role;
    }

    /// Components of the key; for the auditors' key those of the secret that is shared.
    public List<Component> components() {
        return switch (this) {
            case ENDORSEMENT -> List.of(GroupKeys.component(SignatureScheme.BLS_G1));
            case ENDORSEMENT_FROST -> List.of(GroupKeys.component(SignatureScheme.FROST_ED25519));
            case ENDORSEMENT_ECDSA -> List.of(GroupKeys.component(SignatureScheme.ECDSA_P256));
            case CERTIFICATION -> PsKeys.components();
            case AUDIT -> List.of(AuditKeyCeremony.INVERSE);
        };
    }

    /// Scheme in which endorsers sign with the key; empty for other keys.
    public Optional<SignatureScheme> scheme() {
        return switch (this) {
            case ENDORSEMENT -> Optional.of(SignatureScheme.BLS_G1);
            case ENDORSEMENT_FROST -> Optional.of(SignatureScheme.FROST_ED25519);
            case ENDORSEMENT_ECDSA -> Optional.of(SignatureScheme.ECDSA_P256);
            case CERTIFICATION, AUDIT -> Optional.empty();
        };
    }

    /// A key with which endorsers sign by a scheme.
    public static Purpose endorsement(SignatureScheme scheme) {
        return switch (scheme) {
            case BLS_G1 -> ENDORSEMENT;
            case FROST_ED25519 -> ENDORSEMENT_FROST;
            case ECDSA_P256 -> ENDORSEMENT_ECDSA;
        };
    }

    /// Public part of a key that was generated or refreshed, as [MadeKey#publicKey].
    ///
    /// @param key of auditors as [io.florin.crypto.elgamal.AuditPublicKey#shared] gives it
    Bytes publicKey(SharedKey key) {
        return Bytes.of(this == AUDIT ? AuditKeys.encode(AuditPublicKey.of(key)) : key.encode());
    }

    static Purpose ofCode(int code) {
        for (Purpose purpose : values()) {
            if (purpose.code == code) {
                return purpose;
            }
        }
        throw new DecodeException("unknown purpose of a key");
    }
}
