package io.florin.fakenet;

import io.florin.bank.protocol.Vault;
import io.florin.doubles.api.Unasked;

/// A vault that nobody should open; tests override what it is asked.
public class UnaskedVault implements Vault {
    @Override
    public byte[] seal(byte[] secret, byte[] place) {
        throw new Unasked("seal");
    }

    @Override
    public byte[] open(byte[] sealed, byte[] place) {
        throw new Unasked("open");
    }
}
