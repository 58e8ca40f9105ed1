package io.florin.wallet.hidden;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.keys.WalletSeed;
import java.util.random.RandomGenerator;

/// The secrets of one account in a hidden currency, all from the wallet's seed: the credential's secret key sk, the
/// holder's part of the serial-number key K, and the key pair for notes. Prints nothing.
public final class HiddenKeys {

    private final Scalar secretKey;
    private final Scalar serialPart;
    private final X25519KeyPair noteKey;

    private HiddenKeys(Scalar secretKey, Scalar serialPart, X25519KeyPair noteKey) {
        this.secretKey = secretKey;
        this.serialPart = serialPart;
        this.noteKey = noteKey;
    }

    /// An account with a note key of its own.
    public static HiddenKeys of(WalletSeed seed, NetworkId network, int account) {
        return of(seed, network, account, seed.noteKey(network, account));
    }

    /// An account that shares a note key with others (ADR 0013).
    public static HiddenKeys of(WalletSeed seed, NetworkId network, int account, X25519KeyPair noteKey) {
        return new HiddenKeys(seed.credentialKey(network, account), seed.serialNumberKey(network, account), noteKey);
    }

    /// The blind request for a credential, whose proof hangs on the session. The commitment is the same each time, so
    /// registration gives the same answer to each.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @return 144 bytes; the enrollment's owner key signs `session.message` of them
    public Bytes request(CredentialSession session, RandomGenerator random) {
        CredentialRequest request =
                CredentialRequest.of(session.scheme(), secretKey, serialPart, session.transcript(), random);
        return Bytes.of(request.encode());
    }

    /// The account that registration's answer makes of these keys.
    ///
    /// @param eid the enrollment id, chosen by registration
    /// @param authorityPart registration's part of K
    public HiddenAccount account(Scalar eid, Scalar authorityPart) {
        return new HiddenAccount(new HiddenAddress(eid, noteKey.publicKey()), secretKey, serialPart.add(authorityPart));
    }

    /// The key pair that opens notes.
    public X25519KeyPair noteKey() {
        return noteKey;
    }

    @Override
    public String toString() {
        return "HiddenKeys";
    }
}
