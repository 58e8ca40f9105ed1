package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.PayerKeys;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CustodyKeysTest {
    private static final NetworkId NETWORK = new NetworkId(Sha256.hash(new byte[] {1}));
    private static final byte[] MESSAGE = {1, 2, 3};

    private final CustodyKeys keys = new CustodyKeys(seed(), NETWORK, new Random(2));

    private static WalletSeed seed() {
        return WalletSeed.generate(new Random(1));
    }

    @Test
    void eachWalletSignsUnderTheKeyOfItsAddressForEver() {
        for (long wallet : new long[] {0, 1, 77, 1}) {
            PayerKeys payer = keys.payer(wallet);
            OwnerKey owner = owner(wallet);
            assertThat(payer.address()).isEqualTo(keys.address(wallet));
            assertThat(payer.address().owner()).isEqualTo(owner);
            for (int again = 0; again < 2; again++) {
                assertThat(Ed25519.verify(
                                owner.value(), MESSAGE, payer.sign(MESSAGE).toArray()))
                        .isTrue();
            }
        }
        assertThat(keys.remembered()).isEqualTo(3);
    }

    @Test
    void remembersPublicKeysOfTheWalletsUsedLastOnly() {
        for (int wallet = 0; wallet < CustodyKeys.OWNERS_MAX + 50; wallet++) {
            keys.address(wallet);
        }

        assertThat(keys.remembered()).isEqualTo(CustodyKeys.OWNERS_MAX);
        assertThat(keys.address(0).owner()).as("forgotten, made again").isEqualTo(owner(0));
    }

    @Test
    void signsNothingOnceItIsClosed() {
        PayerKeys payer = keys.payer(3);
        keys.close();

        assertThatThrownBy(() -> payer.sign(MESSAGE)).isInstanceOf(IllegalStateException.class);
    }

    private static OwnerKey owner(long wallet) {
        try (WalletSeed seed = seed();
                Ed25519KeyPair key = seed.ownerKey(NETWORK, (int) wallet)) {
            return new OwnerKey(key.publicKey());
        }
    }
}
