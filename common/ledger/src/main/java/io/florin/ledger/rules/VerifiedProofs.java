package io.florin.ledger.rules;

import io.florin.crypto.Bytes32;

/// Proofs that held a while ago, so that a payment which comes again is not verified again. A proof that holds once
/// holds for ever under the same parameters; everything else about its payment is checked each time. Any thread.
public interface VerifiedProofs {

    /// Remembers nothing.
    VerifiedProofs NONE = new VerifiedProofs() {
        @Override
        public boolean contains(Bytes32 proof) {
            return false;
        }

        @Override
        public void add(Bytes32 proof) {}
    };

    /// Whether this proof is known to hold.
    ///
    /// @param proof SHA-256 of public parameters, transaction id and proof
    boolean contains(Bytes32 proof);

    void add(Bytes32 proof);
}
