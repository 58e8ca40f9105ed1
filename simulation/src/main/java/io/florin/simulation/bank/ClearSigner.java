package io.florin.simulation.bank;

import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.ledger.Amount;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.status.ResultTip;
import io.florin.wallet.payment.BulkPlan;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.payment.PaymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/// Signs transfers of a clear currency.
final class ClearSigner implements BankSigner {
    private final BankCustomers customers;
    private final BankRecords records;
    private final BankHabits habits;
    private final Supplier<ResultTip> tip;
    private final Random random;

    /// @param tip the last block that was followed
    ClearSigner(
            BankCustomers customers, BankRecords records, BankHabits habits, Supplier<ResultTip> tip, Random random) {
        this.customers = customers;
        this.records = records;
        this.habits = habits;
        this.tip = tip;
        this.random = random;
    }

    @Override
    public List<BankEntry.Signed> signed(Job each) {
        Job.Sign job = (Job.Sign) each;
        ResultTip at = tip.get();
        var namespace = at.configuration().namespace(customers.currency()).orElseThrow();
        LedgerView view = new LedgerView(
                at.network(),
                namespace.id(),
                namespace.rulesVersion(),
                at.configuration().version(),
                at.number() - customers.staleBlocks(at.configuration().limits()),
                at.configuration().limits());
        PaymentBuilder builder = new PaymentBuilder(customers.keys(job.wallet()), view, random);
        List<BankEntry.Signed> signed = new ArrayList<>();
        for (Ready ready : job.ready()) {
            Transfer transfer = builder.pay(ready.inputs(), instructions(ready.payments()), ready.changeTokens());
            signed.add(BankEntry.Signed.of(transfer, id(), 0, ready.payments()));
        }
        List<List<UUID>> together = job.together().groups();
        if (!together.isEmpty()) {
            BulkPlan plan = BulkPlan.of(
                            builder,
                            job.together().inputs(),
                            together.stream().map(this::instructions).toList())
                    .orElseThrow();
            UUID id = id();
            plan.splits().forEach(split -> signed.add(BankEntry.Signed.of(split, id, 0, List.of())));
            for (int i = 0; i < together.size(); i++) {
                signed.add(BankEntry.Signed.of(plan.payments().get(i), id, 1, together.get(i)));
            }
        }
        return signed;
    }

    private UUID id() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private List<Instruction> instructions(List<UUID> payments) {
        return habits.made(payments).stream().map(this::instruction).toList();
    }

    private Instruction instruction(UUID payment) {
        return new Instruction(customers.payeeAddress(), Amount.of(records.amountOf(payment)), "", "", "", "");
    }
}
