package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A currency's audit key changes, or the shares of it, while a wallet has a payment ready.
class AuditKeyChangeTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasPreparedBeforeIsThrownAwayAndThePaymentIsEncryptedToTheKeyInForce(boolean anotherKey) {
        HiddenWorld world = HiddenWorld.audited(PrivacyModel.UNLINKABLE);
        Wallet alice = world.newWallet();
        Wallet bob = world.newWallet();
        world.issue(alice, 700, 55);
        TestAuditors before = world.economy.auditors();
        TestAuditors after = anotherKey ? new TestAuditors(2, world.network.random()) : before.refreshed();
        List<OwnedToken> inputs = alice.holdings.unspent();
        PreparedSpend prepared = world.builder.prepare(alice.payer, inputs);
        HiddenPayment late = world.builder
                .pay(world.builder.prepare(alice.payer, inputs), List.of(instruction(bob, 10)))
                .payment();

        world.change(world.economy.after(after).configuration());
        HiddenPayment paid =
                world.builder.pay(prepared, List.of(instruction(bob, 720))).payment();
        world.commit(paid);

        assertThat(bob.balance()).isEqualTo(720);
        assertThat(alice.balance()).isEqualTo(35);
        G1 payer = Generators.ENROLLMENT.multiply(alice.account.eid());
        assertThat(after.open(ofPayer(paid))).isEqualTo(payer);
        assertThat(before.open(ofPayer(paid)).equals(payer))
                .as("another key opens nothing of it, new shares of the same key change nothing")
                .isEqualTo(!anotherKey);
        assertThat(before.open(ofPayer(late))).isEqualTo(payer);
    }

    private static HiddenInstruction instruction(Wallet payee, long amount) {
        return HiddenInstruction.bare(payee.address(), Amount.of(amount));
    }

    private static AuditCiphertexts.Sealed ofPayer(HiddenPayment payment) {
        return AuditCiphertexts.sealed(payment.statement()).stream()
                .filter(each -> each.part() instanceof AuditCiphertexts.Part.Payer)
                .findFirst()
                .orElseThrow();
    }
}
