package io.florin.runtime.keys;

/// Encrypts a node's secrets under a key that is kept elsewhere: in somebody's memory, a secret store or a token.
///
/// What is wrapped is bound to a label, so that a file that was moved to another node or purpose does not open. Any
/// thread; closing erases what can be erased.
public interface KeyWrapping extends AutoCloseable {
    /// The secret, encrypted and authenticated.
    ///
    /// @param label what it is: network, node and purpose
    /// @param secret stays the caller's to erase
    byte[] wrap(String label, byte[] secret);

    /// Decrypts a result of [#wrap]; the caller erases the returned secret.
    ///
    /// @throws io.florin.runtime.Failure if the key or the label is another one, or the bytes were altered
    byte[] unwrap(String label, byte[] wrapped);

    @Override
    void close();
}
