package io.florin.bank.payments.adapter;

import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.bank.payments.WalletPlan.Together;
import io.florin.bank.payments.adapter.PaymentRecords.Built;
import io.florin.bank.payments.adapter.PaymentRecords.Carried;
import io.florin.bank.payments.adapter.PaymentRecords.Looked;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.BulkPlan;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.PaymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/// Seals, signs and proves what is planned, on threads of its own.
final class PaymentSigner {

    private static final int FIRST = 0;
    private static final int AFTER_SPLITS = 1;

    private final WalletBook wallets;
    private final LedgerAccess ledger;
    private final HiddenCurrencies currencies;
    private final Vault vault;
    private final Chance chance;
    private final ProofPool pool;

    PaymentSigner(
            WalletBook wallets,
            LedgerAccess ledger,
            HiddenCurrencies currencies,
            Vault vault,
            Chance chance,
            ProofPool pool) {
        this.wallets = wallets;
        this.ledger = ledger;
        this.currencies = currencies;
        this.vault = vault;
        this.chance = chance;
        this.pool = pool;
    }

    record Chance(RandomGenerator random, IdSource ids) {}

    /// A job and what was seen of its wallet.
    record Order(Job job, Looked looked) {}

    /// Waits for all, in their order.
    List<ProofPool.Outcome<List<Built>>> make(List<Order> orders) {
        return pool.all(orders.stream().map(this::task).toList());
    }

    private Callable<List<Built>> task(Order order) {
        return switch (order.job()) {
            case Job.Sign job -> () -> signed(job, order.looked());
            case Job.Prove job -> () -> List.of(proven(job, order.looked()));
        };
    }

    private List<Built> signed(Job.Sign job, Looked looked) {
        PaymentBuilder builder =
                PaymentBuilder.ofCustodian(wallets.keys(looked.wallet()), ledger.view(), chance.random());
        List<Built> built = new ArrayList<>();
        for (Ready ready : job.ready()) {
            Transfer transfer =
                    builder.pay(ready.inputs(), instructions(ready.payments(), looked), ready.changeTokens());
            built.add(clear(transfer, chance.ids().get(), FIRST, ready.payments()));
        }
        Together together = job.together();
        if (!together.groups().isEmpty()) {
            List<List<Instruction>> groups = together.groups().stream()
                    .map(group -> instructions(group, looked))
                    .toList();
            BulkPlan plan = BulkPlan.of(builder, together.inputs(), groups).orElseThrow();
            UUID id = chance.ids().get();
            plan.splits().forEach(split -> built.add(clear(split, id, FIRST, List.of())));
            for (int i = 0; i < groups.size(); i++) {
                built.add(clear(
                        plan.payments().get(i),
                        id,
                        AFTER_SPLITS,
                        together.groups().get(i)));
            }
        }
        return built;
    }

    private static List<Instruction> instructions(List<UUID> payments, Looked looked) {
        return payments.stream()
                .map(payment -> paymentOf(payment, looked)
                        .instruction(looked.wallet().iban(), looked.wallet().holder()))
                .toList();
    }

    private static Payment paymentOf(UUID id, Looked looked) {
        return Objects.requireNonNull(looked.payments().get(id));
    }

    private static Built clear(Transfer transfer, UUID plan, int stage, List<UUID> pays) {
        List<Carried> carried = new ArrayList<>();
        for (int output = 0; output < pays.size(); output++) {
            carried.add(new Carried(true, output, List.of(pays.get(output))));
        }
        return new Built(transfer, plan, stage, null, carried);
    }

    private Built proven(Job.Prove job, Looked looked) {
        HiddenPayer payer = looked.payer().orElseThrow();
        HiddenPaymentBuilder builder =
                new HiddenPaymentBuilder(currencies, ledger.configuration(), ledger.view(), chance.random());
        BuiltPayment built = job.pays()
                ? builder.pay(
                        payer,
                        job.inputs(),
                        job.payments().stream()
                                .map(payment -> paymentOf(payment, looked)
                                        .hiddenInstruction(
                                                looked.wallet().iban(),
                                                looked.wallet().holder()))
                                .toList())
                : builder.split(payer, job.inputs(), job.parts());
        List<Carried> carried = new ArrayList<>();
        for (int i = 0; i < job.served().size(); i++) {
            carried.add(
                    new Carried(job.pays(), built.outputs().get(i), job.served().get(i)));
        }
        HiddenPayment payment = built.payment();
        byte[] disclosure = ClearTokenRules.auditRequired(payment, ledger.configuration())
                ? vault.seal(
                        new AuditDisclosure(payment, built.inputs(), built.openings()).encode(),
                        payment.id().value().toArray())
                : null;
        return new Built(payment, chance.ids().get(), FIRST, disclosure, carried);
    }
}
