package io.florin.wallet.hidden;

import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.SerialNumber;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.PaymentStatement;

/// An enrolled account: address, secret key and K. It stays the same for ever; only the signature of its credential is
/// a new one in each epoch, without the holder doing anything. Prints nothing.
public final class HiddenAccount {

    private final HiddenAddress address;
    private final Scalar secretKey;
    private final Scalar serialKey;

    HiddenAccount(HiddenAddress address, Scalar secretKey, Scalar serialKey) {
        this.address = address;
        this.secretKey = secretKey;
        this.serialKey = serialKey;
    }

    public HiddenAddress address() {
        return address;
    }

    public Scalar eid() {
        return address.eid();
    }

    /// The credential of an epoch, checked against registration's key.
    ///
    /// @param scheme of the network, see `CredentialSession.scheme`
    /// @param signature of the epoch, as registration gave it
    /// @throws IllegalArgumentException if the signature is not one of this account and epoch
    public Credential credential(CredentialScheme scheme, long epoch, BbsSignature signature) {
        return new Credential(scheme, signature, secretKey, serialKey, eid(), epoch);
    }

    /// The key whose writing spends the token: its own where inputs have names, else that of its serial number. So a
    /// wallet sees in the blocks what was spent, by itself or by a copy of itself.
    public StateKey spentKey(NamespaceId namespace, OwnedToken token) {
        return token.base()
                .map(base -> PaymentStatement.serialKey(namespace, SerialNumber.of(serialKey, base.seed())))
                .orElseGet(() -> new HiddenTokenReference(
                                token.id().transaction(), token.id().index(), token.token())
                        .key(namespace));
    }

    @Override
    public String toString() {
        return "HiddenAccount";
    }
}
