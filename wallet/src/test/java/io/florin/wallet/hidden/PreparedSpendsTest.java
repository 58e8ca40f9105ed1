package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.ledger.Amount;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.TransactionStatus;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payments that an idle wallet made ready.
class PreparedSpendsTest {

    private static HiddenInstruction instruction(Wallet payee, long amount) {
        return HiddenInstruction.bare(payee.address(), Amount.of(amount));
    }

    private static List<OwnedToken> holding(Wallet wallet, long amount) {
        return wallet.holdings.unspent().stream()
                .filter(token -> token.amount().equals(Amount.of(amount)))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void commitAsOthersDo(PrivacyModel model) {
        HiddenWorld world = HiddenWorld.audited(model);
        Wallet alice = world.newWallet();
        Wallet bob = world.newWallet();
        world.issue(alice, 700, 55);
        List<OwnedToken> both = alice.holdings.unspent();
        PreparedSpend prepared = world.builder.prepare(alice.payer, both);
        BuiltPayment paid = world.builder.pay(prepared, List.of(instruction(bob, 720)));
        assertThat(world.tryCommit(paid.payment())).containsExactly(TransactionStatus.COMMITTED);
        assertThat(bob.balance()).isEqualTo(720);
        assertThat(alice.balance()).isEqualTo(35);
        assertThatIllegalStateException().isThrownBy(() -> world.builder.pay(prepared, List.of(instruction(bob, 720))));
    }

    /// Three payees make another shape than was made ready: nothing is used up, and the payment is proven anew.
    @Test
    void anotherShapeIsProvenFromTheStart() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.CONFIDENTIAL);
        Wallet alice = world.newWallet();
        Wallet bob = world.newWallet();
        world.issue(alice, 10);
        PreparedSpend prepared = world.builder.prepare(alice.payer, alice.holdings.unspent());
        BuiltPayment three =
                world.builder.pay(prepared, List.of(instruction(bob, 1), instruction(bob, 2), instruction(bob, 3)));
        assertThat(three.payment().statement().outputs()).hasSize(4);
        BuiltPayment one = world.builder.pay(prepared, List.of(instruction(bob, 1)));
        assertThat(world.tryCommit(three.payment(), one.payment()))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);
    }

    @Test
    void keepsTheLatestAndGivesEachOutOnce() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        Wallet alice = world.newWallet();
        Wallet bob = world.newWallet();
        world.issue(alice, 5, 20, 100);
        PreparedSpends spends = new PreparedSpends(2);
        List<OwnedToken> five = holding(alice, 5);
        List<OwnedToken> twenty = holding(alice, 20);
        List<OwnedToken> hundred = holding(alice, 100);
        for (List<OwnedToken> inputs : List.of(twenty, five, five, hundred, five)) {
            spends.prepare(world.builder, alice.payer, inputs);
        }
        assertThat(spends.take(alice.payer, twenty)).as("the oldest").isEmpty();
        assertThat(spends.take(bob.payer, hundred)).as("somebody else's").isEmpty();
        PreparedSpend spend = spends.take(alice.payer, five).orElseThrow();
        assertThat(spends.take(alice.payer, five)).isEmpty();
        world.commit(world.builder.pay(spend, List.of(instruction(bob, 4))).payment());
        assertThat(bob.balance()).isEqualTo(4);
    }
}
