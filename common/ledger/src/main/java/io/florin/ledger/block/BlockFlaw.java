package io.florin.ledger.block;

/// Reasons for which a block is not the next one of a chain.
public enum BlockFlaw {
    /// The bytes are no block.
    UNREADABLE("unreadable", "the bytes are no block"),
    /// It belongs to another network.
    OTHER_NETWORK("network", "of another network"),
    /// Its number is not the next one.
    RENUMBERED("number", "not the next block"),
    /// It does not follow the block before it.
    NOT_SUCCESSOR("chain", "not after the last block"),
    /// Its entries have more bytes than those of a block may have.
    TOO_LARGE("size", "more bytes than a block may have"),
    /// Its entries are not those of its header.
    WRONG_ROOT("root", "the entries do not match the root"),
    /// Its certificate is not that of a quorum.
    BAD_CERTIFICATE("certificate", "not certified by a quorum");

    private final String label;
    private final String reason;

    BlockFlaw(String label, String reason) {
        this.label = label;
        this.reason = reason;
    }

    /// The flaw in one word, for metrics and logs.
    public String label() {
        return label;
    }

    /// The flaw in a few words, for people.
    public String reason() {
        return reason;
    }
}
