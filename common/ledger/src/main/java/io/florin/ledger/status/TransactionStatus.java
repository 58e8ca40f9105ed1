package io.florin.ledger.status;

import io.florin.ledger.codec.DecodeException;

/// The final status of an ordered transaction. Numbers are wire format and never reused. Statuses below 20 belong to
/// validly endorsed transactions; those below 10 hold the claim on their id for ever (protocol decisions 9 and 10).
public enum TransactionStatus {
    /// Its writes are applied. Final.
    COMMITTED(1),
    /// A key was not at the version read: spent before, or created by a transaction that did not commit.
    ABORTED_READ_CONFLICT(2),
    /// Ordered after its expiry height (protocol decision 3).
    ABORTED_EXPIRED(3),
    /// Endorsed under a configuration that is no longer in force (protocol decision 3).
    ABORTED_STALE_CONFIG(4),
    /// The policy asks for an auditor's signature that is missing or wrong (protocol decision 26).
    ABORTED_NOT_AUDITED(5),
    /// An addition to a counter would have broken its bound.
    ABORTED_BOUND_EXCEEDED(6),
    /// A validly endorsed transaction claimed the id before (protocol decision 10).
    REJECTED_DUPLICATE_TX_ID(10),
    /// The entry is not a bundle; recorded by block and index only.
    MALFORMED_BUNDLE(20),
    /// The threshold signature is wrong, or its namespace, rules version or epoch is not in force.
    MALFORMED_ENDORSEMENT(21),
    /// A well-endorsed bundle carries bytes that are no settlement transaction of its namespace.
    MALFORMED_TRANSACTION(22);

    private final int number;

    TransactionStatus(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public boolean isCommitted() {
        return this == COMMITTED;
    }

    /// True when the transaction with this status owns its id.
    public boolean claimsId() {
        return number < 10;
    }

    public static TransactionStatus ofNumber(int number) {
        for (TransactionStatus status : values()) {
            if (status.number == number) {
                return status;
            }
        }
        throw new DecodeException("unknown status number " + number);
    }
}
