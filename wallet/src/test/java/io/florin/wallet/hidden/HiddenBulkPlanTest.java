package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.hidden.HiddenWorld.Wallet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HiddenBulkPlanTest {

    @Test
    void aThousandPeopleTakeThreeRounds() {
        assertThat(plan(1000, 16).rounds()).isEqualTo(3);
        assertThat(plan(1000, 16).total()).isEqualTo(Amount.of(1000));
        assertThat(plan(3840, 16).rounds()).isEqualTo(3);
        assertThat(plan(3841, 16).rounds()).isEqualTo(4);
        assertThat(plan(240, 16).rounds()).isEqualTo(2);
        assertThat(plan(240, 1).rounds()).isEqualTo(3);
        assertThat(plan(15, 16).rounds()).isEqualTo(1);
    }

    /// Where inputs have names, splits spend each other's outputs in one block.
    @Test
    void splitsWithNamesCommitAsAChain() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        Wallet payer = world.newWallet();
        List<Wallet> payees = List.of(world.newWallet(), world.newWallet());
        world.issue(payer, 100);
        List<HiddenInstruction> instructions = IntStream.range(0, 17)
                .mapToObj(i -> HiddenInstruction.bare(payees.get(i % 2).address(), Amount.of(1 + i % 2)))
                .toList();
        HiddenBulkPlan plan = HiddenBulkPlan.of(instructions, 1);

        List<HiddenPayment> all = new ArrayList<>();
        build(world, payer, plan.start(payer.holdings.unspent()), all);
        world.commit(all.toArray(HiddenPayment[]::new));

        assertThat(plan.rounds()).isEqualTo(3);
        assertThat(payees.get(0).balance()).isEqualTo(9);
        assertThat(payees.get(1).balance()).isEqualTo(16);
        assertThat(payer.balance()).isEqualTo(75);
    }

    private static void build(HiddenWorld world, Wallet payer, HiddenBulkPlan.Batch batch, List<HiddenPayment> all) {
        BuiltPayment built = batch.build(world.builder, payer.payer);
        all.add(built.payment());
        batch.next(built, token -> token).forEach(next -> build(world, payer, next, all));
    }

    @Test
    void unlinkableRoundsWaitForCertification() {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        Wallet payer = world.newWallet();
        Wallet payee = world.newWallet();
        world.issue(payer, 7);
        List<HiddenInstruction> instructions = IntStream.range(0, 4)
                .mapToObj(_ -> HiddenInstruction.bare(payee.address(), Amount.of(1)))
                .toList();
        HiddenBulkPlan plan = HiddenBulkPlan.of(instructions, 3);
        HiddenBulkPlan.Batch root = plan.start(payer.holdings.unspent());
        BuiltPayment split = root.build(world.builder, payer.payer);
        assertThat(root.instructions()).isEmpty();
        world.commit(split.payment());

        List<HiddenBulkPlan.Batch> payments =
                root.next(split, token -> payer.holdings.find(token.id()).orElseThrow());
        for (HiddenBulkPlan.Batch payment : payments) {
            BuiltPayment built = payment.build(world.builder, payer.payer);
            assertThat(built.outputs()).hasSameSizeAs(payment.instructions());
            world.commit(built.payment());
        }
        assertThat(payee.balance()).isEqualTo(4);
        assertThat(payer.balance()).isEqualTo(3);
    }

    private static HiddenBulkPlan plan(int people, int payeesMax) {
        HiddenAddress address = new HiddenAddress(Scalar.ONE, Bytes32.ZERO);
        return HiddenBulkPlan.of(
                IntStream.range(0, people)
                        .mapToObj(_ -> HiddenInstruction.bare(address, Amount.of(1)))
                        .toList(),
                payeesMax);
    }
}
