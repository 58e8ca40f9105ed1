package io.florin.simulation.bank;

import io.florin.bank.payments.WalletPlan.Job;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.ResultTip;
import io.florin.simulation.hidden.HiddenWallets;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/// Makes payments of a hidden currency, one for each job.
final class HiddenSigner implements BankSigner {
    private final HiddenWallets wallets;
    private final BankRecords records;
    private final Supplier<ResultTip> tip;
    private final Random random;

    /// @param tip the last block that was followed
    HiddenSigner(HiddenWallets wallets, BankRecords records, Supplier<ResultTip> tip, Random random) {
        this.wallets = wallets;
        this.records = records;
        this.tip = tip;
        this.random = random;
    }

    @Override
    public List<BankEntry.Signed> signed(Job each) {
        Job.Prove job = (Job.Prove) each;
        BuiltPayment built = built(job);
        TransactionId id = built.payment().id();
        Map<UUID, TransactionOutput> prepared = new HashMap<>();
        if (!job.pays()) {
            for (int part = 0; part < job.served().size(); part++) {
                var token = new TransactionOutput(id, built.outputs().get(part));
                job.served().get(part).forEach(payment -> prepared.put(payment, token));
            }
        }
        List<StateKey> inputs = job.inputs().stream()
                .map(token -> wallets.spentKey(job.wallet(), token))
                .toList();
        return List.of(new BankEntry.Signed(
                wallets.audited(built.payment()),
                inputs,
                new UUID(random.nextLong(), random.nextLong()),
                0,
                job.pays() ? job.payments() : List.of(),
                prepared));
    }

    private BuiltPayment built(Job.Prove job) {
        ResultTip at = tip.get();
        if (!job.pays()) {
            return wallets.split(job.wallet(), job.inputs(), job.parts(), at.configuration(), at.number(), random);
        }
        List<Amount> amounts = job.payments().stream()
                .map(payment -> Amount.of(records.amountOf(payment)))
                .toList();
        return wallets.pay(job.wallet(), job.inputs(), amounts, at.configuration(), at.number(), random);
    }
}
