package io.florin.auditor.protocol;

/// Height up to which committers' signed checkpoints are the same as the auditor's own.
public interface Agreement {

    /// True when enough committers, g+1 of them, signed the auditor's own state hash of this block.
    boolean agreed(long block);

    /// All blocks up to this one are agreed.
    long agreedThrough();

    /// The first block that a committer signed otherwise, 0 when there is none.
    long firstDifference();
}
