package io.florin.bank.accounts;

import io.florin.bank.protocol.Vault;
import io.florin.crypto.seal.StorageBox;

/// The vault under a key of the custody seed.
///
/// @param box under that key
record SeedVault(StorageBox box) implements Vault {

    @Override
    public byte[] seal(byte[] secret, byte[] place) {
        return box.seal(secret, place);
    }

    @Override
    public byte[] open(byte[] sealed, byte[] place) {
        return box.open(sealed, place)
                .orElseThrow(() ->
                        new IllegalStateException("a secret of the database does not open under the custody seed"));
    }
}
