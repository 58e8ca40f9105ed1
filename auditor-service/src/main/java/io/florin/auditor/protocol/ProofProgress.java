package io.florin.auditor.protocol;

/// Height up to which the auditor itself verified the proofs of payments that hide something. Any thread may ask.
public interface ProofProgress {

    /// Every committed transaction of a hidden currency up to this block was verified again.
    long provenThrough();

    /// The first block with a transaction whose proof is missing at every endorser or does not hold, 0 where there is
    /// none.
    long notProvenFrom();
}
