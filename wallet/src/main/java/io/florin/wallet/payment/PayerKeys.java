package io.florin.wallet.payment;

import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;

/// Signs as the owner of a wallet's tokens; keeps the secret to itself.
public interface PayerKeys {

    /// Owner of the change.
    WalletAddress address();

    /// Ed25519 over the message, 64 bytes.
    Bytes sign(byte[] message);

    default OwnerKey owner() {
        return address().owner();
    }
}
