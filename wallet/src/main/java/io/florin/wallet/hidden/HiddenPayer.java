package io.florin.wallet.hidden;

import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialScheme;

/// The payer: an account with its credential of the epoch. Prints nothing.
///
/// @param address where change goes
/// @param credential of the same account
public record HiddenPayer(HiddenAddress address, Credential credential) {

    /// @throws IllegalArgumentException if the signature is not one of this account and epoch
    public static HiddenPayer of(HiddenAccount account, CredentialScheme scheme, long epoch, BbsSignature signature) {
        return new HiddenPayer(account.address(), account.credential(scheme, epoch, signature));
    }

    /// The epoch in which endorsers take payments of this payer.
    public long epoch() {
        return credential.epoch();
    }

    @Override
    public String toString() {
        return "HiddenPayer";
    }
}
