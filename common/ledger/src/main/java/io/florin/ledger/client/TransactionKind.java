package io.florin.ledger.client;

import io.florin.ledger.codec.DecodeException;

/// The things that happen to tokens, to the configuration and to money on an instant rail. Codes are wire format and
/// never reused.
public enum TransactionKind {
    ISSUE(1),
    TRANSFER(2),
    REDEEM(3),
    CONFIGURATION(4),
    /// Money goes from the ledger to an instant rail.
    RAIL_DEPOSIT(5),
    /// Money comes back from an instant rail.
    RAIL_WITHDRAWAL(6),
    /// A locked sequence of a rail's account is to be freed.
    RAIL_RESCUE(7),
    /// Decision on a rescue.
    RAIL_RESCUE_OUTCOME(8);

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
