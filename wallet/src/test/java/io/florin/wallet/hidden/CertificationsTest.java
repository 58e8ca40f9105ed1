package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.ps.CertificationShare;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificationsTest {

    @Test
    void namesTheCertifierOfAWrongShareAndDoesWithoutIt() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet wallet = world.newWallet();
        world.issue(wallet, 5, 6);
        List<OwnedToken> tokens = world.restored(wallet).holdings.unspent();
        OwnedToken token = tokens.getFirst();
        List<CertificationShare> good = world.shares(token, 1, 2, 3);
        CertificationShare wrong = new CertificationShare(
                2, world.shares(tokens.getLast(), 2).getFirst().signature());

        Certifications.Combined incomplete = world.certifications.combine(token, List.of(good.getFirst(), wrong));
        assertThat(incomplete.token()).isEmpty();
        assertThat(incomplete.good()).isEqualTo(1);
        assertThat(incomplete.blamed()).containsExactly(2);

        Certifications.Combined combined =
                world.certifications.combine(token, List.of(good.getFirst(), wrong, good.getLast()));
        assertThat(combined.blamed()).containsExactly(2);
        OwnedToken certified = combined.token().orElseThrow();
        assertThat(certified.isSpendable()).isTrue();
        assertThat(certified.certifierEpoch()).isEqualTo(world.certifications.epoch());

        assertThat(world.certifications.combine(token, good).blamed()).isEmpty();
        OwnedToken stored = OwnedToken.decode(certified.encode());
        assertThat(stored.encode()).isEqualTo(certified.encode());
        assertThat(stored).isEqualTo(certified).hasToString(certified.toString());
        assertThat(stored.certification()).isEqualTo(certified.certification());
    }

    @Test
    void aTokenWhoseCertifiersKeyHasEndedIsCertifiedAgain() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet wallet = world.newWallet();
        world.issue(wallet, 5);
        HiddenHoldings holdings = world.restored(wallet).holdings;
        OwnedToken token = holdings.unspent().getFirst().uncertified();
        long epoch = world.certifications.epoch();
        OwnedToken certified = world.certifications
                .combine(token, world.shares(token, 1, 2))
                .token()
                .orElseThrow();
        holdings.certify(certified);

        holdings.uncertify(List.of(epoch, epoch + 1));
        assertThat(holdings.unspent()).singleElement().matches(OwnedToken::isSpendable);
        holdings.uncertify(List.of(epoch + 1));
        assertThat(holdings.unspent())
                .singleElement()
                .matches(held -> !held.isSpendable())
                .isEqualTo(token);
        assertThat(holdings.balance()).isEqualTo(certified.amount());
        assertThat(world.certifications
                        .combine(token, world.shares(token, 2, 3))
                        .token())
                .isPresent();
    }
}
