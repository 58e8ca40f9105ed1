package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.SealedBox;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Only notes that open an output on the ledger count.
class ReceiverTest {

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void aNoteThatLiesAboutItsOpeningIsIgnored(PrivacyModel model) {
        HiddenWorld world = new HiddenWorld(model);
        Wallet wallet = world.newWallet();
        world.issue(wallet, 7);
        OwnedToken token = wallet.holdings.unspent().getFirst();
        CommittedOutputs created = world.created(token);
        HiddenOpening true0 = token.opening();
        Scalar other = Scalar.random(world.network.random());
        List<HiddenOpening> lies = new ArrayList<>(List.of(
                new HiddenOpening(true0.enrollment(), Amount.of(8), true0.ownerBlinding(), true0.valueBlinding()),
                new HiddenOpening(true0.enrollment(), true0.amount(), other, true0.valueBlinding()),
                new HiddenOpening(other, true0.amount(), true0.ownerBlinding(), true0.valueBlinding())));
        if (model.hidesValue()) {
            lies.add(new HiddenOpening(true0.enrollment(), true0.amount(), true0.ownerBlinding(), other));
        }
        for (HiddenOpening lie : lies) {
            assertThat(wallet.received(created, List.of(sealed(world, wallet, lie))))
                    .isEmpty();
        }
        assertThat(wallet.received(created, List.of(sealed(world, wallet, true0))))
                .extracting(Receiver.Received::token)
                .containsExactly(token);
        assertThat(wallet.receiver.accept(created, 1, HiddenNote.bare(true0))).isEmpty();
        assertThat(wallet.receiver.accept(created, -1, HiddenNote.bare(true0))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "ANONYMOUS")
    void whatIsNoNoteForThisWalletIsIgnored(PrivacyModel model) {
        HiddenWorld world = new HiddenWorld(model);
        Wallet wallet = world.newWallet();
        Wallet stranger = world.newWallet();
        world.issue(wallet, 7);
        OwnedToken token = wallet.holdings.unspent().getFirst();
        CommittedOutputs created = world.created(token);
        Bytes good = sealed(world, wallet, token.opening());
        byte[] altered = good.toArray();
        altered[100] ^= 1;
        byte[] unpadded = SealedBox.seal(
                        wallet.keys.noteKey().publicKey(),
                        Arrays.copyOf(new byte[] {2}, 464),
                        Domain.NOTE.message(world.network.networkId(), new byte[0]),
                        world.network.random())
                .toArray();
        for (Bytes note : List.of(
                Bytes.EMPTY,
                Bytes.of(world.network.newBytes(512)),
                Bytes.of(Arrays.copyOf(good.toArray(), 511)),
                Bytes.of(altered),
                Bytes.of(unpadded),
                sealed(world, stranger, token.opening()))) {
            assertThat(wallet.received(created, List.of(note))).isEmpty();
        }
        assertThat(stranger.received(created, List.of(sealed(world, stranger, token.opening()))))
                .as("somebody else's token")
                .isEmpty();
        assertThat(stranger.balance()).isZero();
        assertThat(wallet.received(created, List.of(good, good))).hasSize(1);
        assertThat(wallet.holdings.add(token)).as("told twice").isFalse();
        assertThat(wallet.balance()).isEqualTo(7);
    }

    private static Bytes sealed(HiddenWorld world, Wallet reader, HiddenOpening opening) {
        return HiddenNote.bare(opening)
                .seal(world.network.networkId(), reader.keys.noteKey().publicKey(), world.network.random());
    }
}
