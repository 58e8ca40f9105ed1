package io.florin.crypto.threshold;

/// A [NonceLedger] cannot vouch for what it was asked. Nothing may be signed with the one-time secrets it guards;
/// they are to be made anew after a successful opening.
public final class NonceLedgerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Cause kind;

    NonceLedgerException(Cause kind, String message) {
        super(message);
        this.kind = kind;
    }

    NonceLedgerException(Cause kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /// Kinds of failure.
    public Cause kind() {
        return kind;
    }

    /// Reasons for which a ledger refuses.
    public enum Cause {
        /// Another process, or another part of this one, has it open.
        LOCKED,
        /// The file is not where it was made: it was copied or restored from a copy.
        COPIED,
        /// Peers have seen a later boot than the file remembers: the file is an old one.
        ROLLED_BACK,
        /// The file is none of ours, or both its headers are unreadable.
        DAMAGED,
        /// Somebody else wrote to the file since: this process, or its memory, is a copy of another.
        MOVED_ON,
        /// The disk failed, now or before.
        STORAGE
    }
}
