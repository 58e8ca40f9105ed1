package io.florin.bank.accounts;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Hkdf;
import io.florin.crypto.seal.StorageBox;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.PayerKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/// Keys of the bank's own and its customers' custodial wallets, all from one seed: wallet n owns tokens under key n.
/// All share one note key, so that the bank tries each note once and not once for each wallet.
public final class CustodyKeys implements Custody, AutoCloseable {

    private static final int NOTES = 0;
    private static final int VAULT_KEY_SIZE = 32;

    private final WalletSeed seed;
    private final NetworkId network;
    private final X25519KeyPair noteKey;
    private final Vault vault;
    private final Map<Long, Ed25519KeyPair> owners = new ConcurrentHashMap<>();

    /// @param random a `SecureRandom` outside tests
    public CustodyKeys(WalletSeed seed, NetworkId network, RandomGenerator random) {
        this.seed = seed;
        this.network = network;
        this.noteKey = seed.noteKey(network, NOTES);
        this.vault = vault(seed, network, random);
    }

    @Override
    public X25519KeyPair noteKey() {
        return noteKey;
    }

    WalletAddress address(long number) {
        return new WalletAddress(new OwnerKey(owner(number).publicKey()), noteKey.publicKey());
    }

    @Override
    public HiddenKeys hiddenKeys(long number) {
        return HiddenKeys.of(seed, network, Math.toIntExact(number), noteKey);
    }

    @Override
    public Vault vault() {
        return vault;
    }

    @Override
    public PayerKeys payer(long number) {
        Ed25519KeyPair owner = owner(number);
        WalletAddress address = address(number);
        return new PayerKeys() {
            @Override
            public WalletAddress address() {
                return address;
            }

            @Override
            public Bytes sign(byte[] message) {
                return owner.sign(message);
            }
        };
    }

    private static Vault vault(WalletSeed seed, NetworkId network, RandomGenerator random) {
        byte[] secret = seed.toArray();
        byte[] key = Hkdf.derive(secret, network.value().toArray(), "florin/v1/bank-vault", VAULT_KEY_SIZE);
        Arrays.fill(secret, (byte) 0);
        return new SeedVault(new StorageBox(key, random));
    }

    private Ed25519KeyPair owner(long number) {
        return owners.computeIfAbsent(number, n -> seed.ownerKey(network, Math.toIntExact(n)));
    }

    @Override
    public void close() {
        owners.values().forEach(Ed25519KeyPair::close);
        noteKey.close();
        seed.close();
    }
}
