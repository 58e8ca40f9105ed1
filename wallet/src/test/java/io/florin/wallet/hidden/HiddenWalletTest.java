package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.DisclosureCheck;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.TransactionStatus;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Wallets of all hidden models against the ledger's rules and its replay, with real proofs and certifiers.
class HiddenWalletTest {

    private static final String CLEAR = "CLEAR";

    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void issuesPaysRedeemsAndRestores(PrivacyModel model) {
        HiddenWorld world = new HiddenWorld(model);
        Wallet bank = world.newWallet();
        Wallet alice = world.newWallet();
        world.issue(bank, 700, 55);
        assertThat(bank.balance()).isEqualTo(755);

        BuiltPayment toAlice = pay(world, bank, alice, 720);
        assertThat(toAlice.payment().statement().inputs()).hasSize(2);
        assertThat(toAlice.payment().statement().outputs()).hasSize(2);
        assertThat(toAlice.payment().notes()).allMatch(note -> note.size() == 512);
        world.commit(toAlice.payment());
        assertThat(bank.balance()).isEqualTo(35);
        assertThat(alice.balance()).isEqualTo(720);
        assertThat(alice.notes.getFirst().remittance()).isEqualTo("rent");
        assertThat(bank.holdings.unspent()).isEqualTo(toAlice.own());
        assertThat(DisclosureCheck.holds(world.economy.parameters(), toAlice.disclosure()))
                .isTrue();
        assertThat(toAlice.openings().get(toAlice.outputs().getFirst()).amount())
                .isEqualTo(Amount.of(720));

        SupplyRequest request = world.request(SupplyRequest.Direction.REDEMPTION, Amount.of(700));
        BuiltPayment redeem =
                world.builder.redeem(alice.payer, inputs(alice, 700), request, world.network.approvals(request, 0, 1));
        world.commit(redeem.payment());
        assertThat(alice.balance()).isEqualTo(20);

        assertThat(world.tryCommit(pay(world, bank, alice, 35).payment())).containsExactly(TransactionStatus.COMMITTED);
        assertThat(bank.holdings.unspent()).isEmpty();
        Wallet restored = world.restored(alice);
        assertThat(restored.holdings.unspent()).isEqualTo(alice.holdings.unspent());
        assertThat(restored.balance()).isEqualTo(55);
        assertThat(restored.address()).isEqualTo(alice.address());
        assertThat(world.restored(bank).holdings.unspent()).isEmpty();
    }

    /// Passive audit takes nothing of wallets but the configuration.
    @ParameterizedTest
    @EnumSource(names = CLEAR, mode = EnumSource.Mode.EXCLUDE)
    void encryptsToTheAuditAuthorityWhereThereIsOne(PrivacyModel model) {
        HiddenWorld world = HiddenWorld.audited(model);
        Wallet bank = world.newWallet();
        Wallet alice = world.newWallet();
        world.issue(bank, 700, 55);
        BuiltPayment toAlice = pay(world, bank, alice, 720);
        world.commit(toAlice.payment());
        SupplyRequest request = world.request(SupplyRequest.Direction.REDEMPTION, Amount.of(700));
        BuiltPayment redeem =
                world.builder.redeem(alice.payer, inputs(alice, 700), request, world.network.approvals(request, 0, 1));
        world.commit(redeem.payment());
        assertThat(alice.balance()).isEqualTo(20);

        List<G1> read = AuditCiphertexts.sealed(toAlice.payment().statement()).stream()
                .filter(each -> !(each.part() instanceof AuditCiphertexts.Part.Value))
                .map(world.economy.auditors()::open)
                .toList();
        List<G1> truth = new ArrayList<>(List.of(id(bank)));
        int payee = toAlice.outputs().getFirst();
        truth.add(payee == 0 ? id(alice) : id(bank));
        truth.add(payee == 0 ? id(bank) : id(alice));
        assertThat(read).isEqualTo(truth);
    }

    private static G1 id(Wallet wallet) {
        return Generators.ENROLLMENT.multiply(wallet.account.eid());
    }

    /// Padding is never used up (protocol decision 25).
    @Test
    void fivePaymentsInARowFromOneToken() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet payer = world.newWallet();
        Wallet payee = world.newWallet();
        world.issue(payer, 100);
        for (int payment = 1; payment <= 5; payment++) {
            BuiltPayment built = pay(world, payer, payee, 7);
            assertThat(built.payment().statement().inputs()).hasSize(2);
            world.commit(built.payment());
        }
        assertThat(payer.balance()).isEqualTo(65);
        assertThat(payee.balance()).isEqualTo(35);
        assertThat(payee.holdings.unspent()).hasSize(5);
    }

    /// Of one token or two, with change or without, to another or to oneself: nobody sees which. A payment of one token
    /// pads, one of two does not; both outputs and both notes are there in each.
    @Test
    void paymentsOfOneTokenAndOfTwoLookAlike() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet payer = world.newWallet();
        Wallet payee = world.newWallet();
        world.issue(payer, 40, 2);
        List<HiddenPayment> payments = List.of(
                pay(world, payer, payee, 7).payment(),
                pay(world, payer, payee, 40).payment(),
                pay(world, payer, payee, 41).payment(),
                pay(world, payer, payee, 42).payment(),
                pay(world, payer, payer, 5).payment());
        for (HiddenPayment payment : payments) {
            assertThat(payment.statement().inputs()).hasSize(2);
            assertThat(payment.statement().outputs()).hasSize(2);
            assertThat(payment.notes()).hasSize(2);
            assertThat(payment.encode()).hasSameSizeAs(payments.getFirst().encode());
        }
    }

    /// A payment proven again for any reason spends the same tokens, so one of the two commits at most.
    @Test
    void ofTwoPaymentsWithOneTokenOneCommits() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet payer = world.newWallet();
        Wallet payee = world.newWallet();
        world.issue(payer, 10);
        HiddenPayment first = pay(world, payer, payee, 4).payment();
        HiddenPayment second = pay(world, payer, payee, 4).payment();
        assertThat(world.tryCommit(first, second))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(payer.balance()).isEqualTo(6);
        assertThat(payee.balance()).isEqualTo(4);
    }

    @Test
    void refusesInputsThatCannotBeSpentHere() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet payer = world.newWallet();
        Wallet other = world.newWallet();
        world.issue(payer, 10);
        OwnedToken token = payer.holdings.unspent().getFirst();
        OwnedToken uncertified = world.restored(payer).holdings.unspent().getFirst();
        HiddenInstruction instruction = HiddenInstruction.bare(other.address(), Amount.of(11));
        assertThat(uncertified.isSpendable()).isFalse();
        assertThatThrownBy(() -> world.builder.pay(payer.payer, List.of(uncertified), List.of(instruction)))
                .hasMessageContaining("cannot be spent");
        assertThatThrownBy(() -> world.builder.pay(other.payer, List.of(token), List.of(instruction)))
                .hasMessageContaining("another account");
        assertThatThrownBy(() -> world.builder.pay(payer.payer, List.of(token), List.of(instruction)))
                .hasMessageContaining("do not suffice");
    }

    private static BuiltPayment pay(HiddenWorld world, Wallet payer, Wallet payee, long amount) {
        HiddenInstruction instruction =
                new HiddenInstruction(payee.address(), Amount.of(amount), "E2E", "", "rent", "");
        return world.builder.pay(payer.payer, inputs(payer, amount), List.of(instruction));
    }

    private static List<OwnedToken> inputs(Wallet wallet, long amount) {
        return ((Selection.Ready) HiddenSelector.DEFAULT.select(wallet.holdings.unspent(), Amount.of(amount))).inputs();
    }
}
