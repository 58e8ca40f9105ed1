package io.florin.ledger.privacy;

import io.florin.ledger.codec.DecodeException;

/// Privacy models of a currency. The codes are wire format.
public enum PrivacyModel {
    /// Owner and value in the clear.
    CLEAR(0),
    /// The owner is hidden, the value is not, and an input points at the token that it spends.
    ANONYMOUS(1),
    /// Owner and value are hidden, and an input points at the token that it spends.
    CONFIDENTIAL(2),
    /// Owner, value, and which token is spent are hidden.
    UNLINKABLE(3);

    private final int code;

    PrivacyModel(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /// The version of the token rules of a namespace with this model, u16: 1 clear, 2 anonymous, 3 confidential,
    /// 4 unlinkable.
    public int rulesVersion() {
        return code + 1;
    }

    /// The model of a namespace with these token rules.
    ///
    /// @throws DecodeException if there are no such rules
    public static PrivacyModel ofRulesVersion(int rulesVersion) {
        return ofCode(rulesVersion - 1);
    }

    /// Whether values stand in commitments, so that ranges must be proven.
    public boolean hidesValue() {
        return this == CONFIDENTIAL || this == UNLINKABLE;
    }

    /// @throws DecodeException if there is no such model
    public static PrivacyModel ofCode(int code) {
        for (PrivacyModel model : values()) {
            if (model.code == code) {
                return model;
            }
        }
        throw new DecodeException("unknown privacy model " + code);
    }
}
