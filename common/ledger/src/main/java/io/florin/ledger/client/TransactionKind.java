package io.florin.ledger.client;

import io.florin.ledger.codec.DecodeException;

/// The things that happen to tokens, and to the configuration. Codes are wire format and never reused.
public enum TransactionKind {
    ISSUE(1),
    TRANSFER(2),
    REDEEM(3),
    CONFIGURATION(4);

    private final int code;

    TransactionKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static TransactionKind ofCode(int code) {
        for (TransactionKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new DecodeException("unknown transaction kind " + code);
    }
}
