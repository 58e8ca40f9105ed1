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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Keys of the bank's own and its customers' custodial wallets, all from one seed: wallet n owns tokens under key n.
/// All share one note key, so that the bank tries each note once and not once for each wallet.
///
/// A wallet's secret key is made for one signature and zeroed after it; only public keys of the wallets used last are
/// remembered, however many customers there are.
public final class CustodyKeys implements Custody, AutoCloseable {

    static final int OWNERS_MAX = 4_096;

    private static final int NOTES = 0;
    private static final int VAULT_KEY_SIZE = 32;

    private final WalletSeed seed;
    private final NetworkId network;
    private final X25519KeyPair noteKey;
    private final Vault vault;
    private volatile boolean closed;
    private final Map<Long, OwnerKey> owners = Collections.synchronizedMap(new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, OwnerKey> eldest) {
            return size() > OWNERS_MAX;
        }
    });

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
        return new WalletAddress(owner(number), noteKey.publicKey());
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
        WalletAddress address = address(number);
        return new PayerKeys() {
            @Override
            public WalletAddress address() {
                return address;
            }

            @Override
            public Bytes sign(byte[] message) {
                try (Ed25519KeyPair owner = keyPair(number)) {
                    return owner.sign(message);
                }
            }
        };
    }

    private static Vault vault(WalletSeed seed, NetworkId network, RandomGenerator random) {
        byte[] secret = seed.toArray();
        byte[] key = Hkdf.derive(secret, network.value().toArray(), "florin/v1/bank-vault", VAULT_KEY_SIZE);
        Arrays.fill(secret, (byte) 0);
        return new SeedVault(new StorageBox(key, random));
    }

    private OwnerKey owner(long number) {
        OwnerKey known = owners.get(number);
        if (known != null) {
            return known;
        }
        try (Ed25519KeyPair made = keyPair(number)) {
            OwnerKey owner = new OwnerKey(made.publicKey());
            owners.put(number, owner);
            return owner;
        }
    }

    private Ed25519KeyPair keyPair(long number) {
        if (closed) {
            throw new IllegalStateException("the keys are closed");
        }
        return seed.ownerKey(network, Math.toIntExact(number));
    }

    /// Number of public keys that are remembered.
    int remembered() {
        return owners.size();
    }

    @Override
    public void close() {
        closed = true;
        owners.clear();
        noteKey.close();
        seed.close();
    }
}
