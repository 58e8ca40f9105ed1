package io.florin.wallet.keys;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Hkdf;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.Domain;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The 32 bytes from which a wallet's keys derive; whoever has them has the wallet, and restores it from nothing else.
/// Keys are HKDF-SHA-256 (RFC 5869) of the seed with the network as salt, so one seed has other keys on another
/// network.
public final class WalletSeed implements AutoCloseable {

    public static final int SIZE = 32;

    private final byte[] seed;

    private WalletSeed(byte[] seed) {
        this.seed = seed;
    }

    public static WalletSeed generate(RandomGenerator random) {
        byte[] seed = new byte[SIZE];
        random.nextBytes(seed);
        return new WalletSeed(seed);
    }

    /// @throws IllegalArgumentException unless there are 32 bytes
    public static WalletSeed of(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a wallet seed has 32 bytes");
        }
        return new WalletSeed(bytes.clone());
    }

    /// The key that owns tokens; wallet number 0 is the first.
    public Ed25519KeyPair ownerKey(NetworkId network, int wallet) {
        return Ed25519.fromSeed(derive(network, "owner/" + wallet));
    }

    /// The key to which notes are encrypted.
    public X25519KeyPair noteKey(NetworkId network, int wallet) {
        return X25519KeyPair.fromSeed(derive(network, "note/" + wallet));
    }

    /// The secret key of the account's anonymous credential, in hidden currencies.
    public Scalar credentialKey(NetworkId network, int account) {
        return scalar(network, "credential/" + account);
    }

    /// The holder's part of the account's key of serial numbers, in hidden currencies.
    public Scalar serialNumberKey(NetworkId network, int account) {
        return scalar(network, "serial-number/" + account);
    }

    /// The key under which a wallet encrypts what it keeps besides the seed, 32 bytes; the caller erases it.
    public byte[] storageKey(NetworkId network) {
        return derive(network, "storage");
    }

    /// A copy, to be written down by the holder.
    public byte[] toArray() {
        return seed.clone();
    }

    private Scalar scalar(NetworkId network, String purpose) {
        byte[] wide = derive(network, purpose, Scalar.WIDE_SIZE);
        try {
            return Scalar.ofWide(wide);
        } finally {
            Arrays.fill(wide, (byte) 0);
        }
    }

    private byte[] derive(NetworkId network, String purpose) {
        return derive(network, purpose, SIZE);
    }

    private byte[] derive(NetworkId network, String purpose, int size) {
        byte[] salt = Domain.WALLET_SEED.message(network, new byte[0]);
        return Hkdf.derive(seed, salt, purpose, size);
    }

    @Override
    public void close() {
        Arrays.fill(seed, (byte) 0);
    }

    @Override
    public String toString() {
        return "WalletSeed";
    }
}
