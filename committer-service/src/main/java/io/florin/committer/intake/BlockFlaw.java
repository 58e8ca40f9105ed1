package io.florin.committer.intake;

/// Why a block is not the next one of the chain.
public enum BlockFlaw {
    /// The bytes are no block.
    UNREADABLE("unreadable"),
    /// It belongs to another network.
    OTHER_NETWORK("network"),
    /// Its number is not the next one.
    RENUMBERED("number"),
    /// It does not follow the block before it.
    NOT_SUCCESSOR("chain"),
    /// Its entries have more bytes than those of a block may have.
    TOO_LARGE("size"),
    /// Its entries are not those of its header.
    WRONG_ROOT("root"),
    /// Its certificate is not that of a quorum.
    BAD_CERTIFICATE("certificate");

    private final String label;

    BlockFlaw(String label) {
        this.label = label;
    }

    /// The flaw in metrics and logs.
    public String label() {
        return label;
    }
}
