package io.florin.bank.protocol;

/// Encrypts what the database keeps of customers' secrets, under a key that derives from the custody seed.
public interface Vault {

    /// @param place what the secret belongs to; opening it asks for the same
    byte[] seal(byte[] secret, byte[] place);

    /// @throws IllegalStateException if it was changed, moved or sealed under another seed
    byte[] open(byte[] sealed, byte[] place);
}
