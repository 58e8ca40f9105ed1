package io.florin.runtime.ceremony;

import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.elgamal.AuditKeyCeremony;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.identity.NodeRole;
import java.util.List;

/// What a key is for. The codes are wire format.
public enum Purpose {
    /// Endorsers sign bundles: BLS, one component in G2.
    ENDORSEMENT(1, NodeRole.ENDORSER),
    /// Certifiers sign tokens: Pointcheval–Sanders, four components.
    CERTIFICATION(2, NodeRole.CERTIFIER),
    /// Auditors decrypt: twisted ElGamal, three key generations and two broadcasts more.
    AUDIT(3, NodeRole.AUDITOR);

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

    /// What the key consists of, for the auditors' the secret that is shared.
    public List<Component> components() {
        return switch (this) {
            case ENDORSEMENT -> List.of(GroupKeys.component(SignatureScheme.BLS_G1));
            case CERTIFICATION -> PsKeys.components();
            case AUDIT -> List.of(AuditKeyCeremony.INVERSE);
        };
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
