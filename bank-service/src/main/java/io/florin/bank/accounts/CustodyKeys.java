package io.florin.bank.accounts;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.PayerKeys;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Keys of the bank's own and its customers' custodial wallets, all from one seed: wallet n owns tokens under key n.
/// All share one note key, so that the bank tries each note once and not once for each wallet.
public final class CustodyKeys implements AutoCloseable {

    private static final int NOTES = 0;

    private final WalletSeed seed;
    private final NetworkId network;
    private final X25519KeyPair noteKey;
    private final Map<Long, Ed25519KeyPair> owners = new ConcurrentHashMap<>();

    public CustodyKeys(WalletSeed seed, NetworkId network) {
        this.seed = seed;
        this.network = network;
        this.noteKey = seed.noteKey(network, NOTES);
    }

    public X25519KeyPair noteKey() {
        return noteKey;
    }

    WalletAddress address(long number) {
        return new WalletAddress(new OwnerKey(owner(number).publicKey()), noteKey.publicKey());
    }

    PayerKeys payer(long number) {
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
