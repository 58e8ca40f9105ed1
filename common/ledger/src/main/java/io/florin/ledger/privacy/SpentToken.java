package io.florin.ledger.privacy;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsSignature;

/// A token that a wallet spends. Prints nothing; equality is identity.
public sealed interface SpentToken {
    /// Index of the spending owner among the payment's owners.
    int owner();

    /// A token with a name, of the anonymous and the confidential model.
    ///
    /// @param opening the owner's
    record Named(int owner, HiddenTokenReference reference, HiddenOpening opening) implements SpentToken {
        @Override
        public String toString() {
            return "SpentToken";
        }
    }

    /// A certified token of the unlinkable model.
    ///
    /// @param opening the owner's
    /// @param seed r of the token's base
    /// @param signature of the certifiers, unblinded
    record Certified(int owner, HiddenOpening opening, Scalar seed, PsSignature signature) implements SpentToken {
        @Override
        public String toString() {
            return "SpentToken";
        }
    }

    /// An input that is not there, of value zero. Looks like any other of the unlinkable model.
    record Padding(int owner) implements SpentToken {}
}
