package io.florin.wallet.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WalletSeedTest {

    private static final NetworkId NETWORK = new NetworkId(Bytes32.ZERO);

    @Test
    void restoresTheSameKeysFromTheSameSeed() {
        WalletSeed seed = WalletSeed.generate(new Random(1));
        WalletSeed restored = WalletSeed.of(seed.toArray());

        assertThat(restored.ownerKey(NETWORK, 0).publicKey())
                .isEqualTo(seed.ownerKey(NETWORK, 0).publicKey())
                .isNotEqualTo(seed.ownerKey(NETWORK, 1).publicKey());
        assertThat(restored.noteKey(NETWORK, 0).publicKey())
                .isEqualTo(seed.noteKey(NETWORK, 0).publicKey());
    }

    @Test
    void hasOtherKeysOnAnotherNetwork() {
        WalletSeed seed = WalletSeed.generate(new Random(1));
        NetworkId other = NetworkId.of(new byte[] {
            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        });

        assertThat(seed.ownerKey(other, 0).publicKey())
                .isNotEqualTo(seed.ownerKey(NETWORK, 0).publicKey());
    }

    @Test
    void addressSurvivesItsTextAndRefusesASlip() {
        WalletSeed seed = WalletSeed.generate(new Random(1));
        WalletAddress address = new WalletAddress(
                new OwnerKey(seed.ownerKey(NETWORK, 0).publicKey()),
                seed.noteKey(NETWORK, 0).publicKey());
        String text = address.toText();
        char[] slip = text.toCharArray();
        slip[20] = slip[20] == 'A' ? 'B' : 'A';

        assertThat(WalletAddress.parse(text)).isEqualTo(address);
        assertThatThrownBy(() -> WalletAddress.parse(new String(slip)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("checksum");
    }
}
