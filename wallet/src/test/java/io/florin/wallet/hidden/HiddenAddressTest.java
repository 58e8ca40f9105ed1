package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.wallet.keys.WalletSeed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HiddenAddressTest {

    private final HiddenAddress address = new HiddenAddress(
            Scalar.random(new Random(1)), X25519KeyPair.fromSeed(new byte[32]).publicKey());

    @Test
    void aTextIsReadAsItWasWritten() {
        assertThat(address.toText()).startsWith("flh1").hasSize(4 + 91);
        assertThat(HiddenAddress.parse(address.toText())).isEqualTo(address);
        assertThat(HiddenAddress.decode(address.encode())).isEqualTo(address);
        assertThat(address.takesNotes()).isTrue();
        assertThat(address).hasToString("HiddenAddress");
    }

    @Test
    void aSlipOfThePenIsRefused() {
        String text = address.toText();
        for (int i = 4; i < text.length() - 1; i++) {
            char[] slip = text.toCharArray();
            slip[i] = slip[i] == 'A' ? 'B' : 'A';
            assertThatThrownBy(() -> HiddenAddress.parse(new String(slip)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> HiddenAddress.parse("fln1" + text.substring(4)))
                .hasMessageContaining("flh1");
        assertThatThrownBy(() -> HiddenAddress.parse(text.substring(0, 40))).hasMessageContaining("68 bytes");
    }

    @Test
    void nobodyHasTheIdOfPadding() {
        assertThatThrownBy(() -> new HiddenAddress(Scalar.ZERO, address.noteKey()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// A seed is other keys on another network and for another account; the values are wire format for restores.
    @Test
    void keysDeriveFromSeedNetworkAndAccount() {
        WalletSeed seed = WalletSeed.of(new byte[32]);
        NetworkId network = NetworkId.of(new byte[32]);
        Scalar first = seed.credentialKey(network, 0);
        assertThat(seed.credentialKey(network, 0)).isEqualTo(first);
        assertThat(seed.credentialKey(network, 1)).isNotEqualTo(first);
        assertThat(seed.serialNumberKey(network, 0)).isNotEqualTo(first);
        byte[] other = new byte[32];
        other[0] = 1;
        assertThat(seed.credentialKey(NetworkId.of(other), 0)).isNotEqualTo(first);
    }
}
