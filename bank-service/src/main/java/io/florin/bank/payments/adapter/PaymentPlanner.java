package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.payment.BulkPlan;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.PaymentBuilder;
import io.florin.wallet.tokens.TokenSelector;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.annotation.Transactional;

/// Turns accepted payments into signed transactions. Few payments spend what is there, each its own tokens; many
/// payments are planned together: splits first, then all payments at once, so a thousand take two commits and not a
/// thousand. One thread drives it; each wallet's plan is one database transaction.
public class PaymentPlanner implements ClearPlanner.Plans {

    private static final int PAYMENTS_PER_PLAN = 2_000;

    /// While these are signed no other wallet's payment is.
    private static final int LINES_PER_PLAN = 1_000;

    private static final int BULK_FROM = 4;
    private static final int SPLITS = 0;
    private static final int AFTER_SPLITS = 1;

    private final PaymentRepository payments;
    private final OutboxRepository outgoing;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final ClearTokens tokens;
    private final LedgerAccess ledger;
    private final Sources sources;

    PaymentPlanner(
            PaymentRepository payments,
            OutboxRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            ClearTokens tokens,
            LedgerAccess ledger,
            Sources sources) {
        this.payments = payments;
        this.outgoing = outgoing;
        this.wallets = wallets;
        this.holdings = holdings;
        this.tokens = tokens;
        this.ledger = ledger;
        this.sources = sources;
    }

    /// Time and chance, handed in.
    record Sources(InstantSource clock, RandomGenerator random, IdSource ids) {}

    @Override
    @Transactional(readOnly = true)
    public List<Long> walletsToPlan() {
        return payments.walletsWithAccepted(false, now());
    }

    @Override
    @Transactional(readOnly = true)
    public List<Long> walletsWithLines() {
        return payments.walletsWithAccepted(true, now());
    }

    @Override
    @Transactional
    public int plan(long number) {
        return plan(number, payments.accepted(number, false, now(), Limit.of(PAYMENTS_PER_PLAN)), false);
    }

    @Override
    @Transactional
    public int planLines(long number) {
        return plan(number, payments.accepted(number, true, now(), Limit.of(LINES_PER_PLAN)), true);
    }

    private int plan(long number, List<Payment> accepted, boolean ofFile) {
        OutboxTransaction.Order order = new OutboxTransaction.Order(number, ofFile);
        WalletInfo wallet = wallets.wallet(number).orElseThrow();
        List<TokenReference> available = new ArrayList<>(tokens.available(number));
        PaymentBuilder builder = new PaymentBuilder(wallets.keys(wallet), ledger.view(), sources.random());
        int made = 0;
        List<Payment> rest = new ArrayList<>();
        for (Payment payment : accepted) {
            Instruction instruction = payment.instruction(wallet.iban(), wallet.holder());
            Optional<List<TokenReference>> inputs = accepted.size() < BULK_FROM
                    ? TokenSelector.select(available, instruction.amount())
                    : exact(available, instruction);
            if (inputs.isEmpty()) {
                rest.add(payment);
                continue;
            }
            available.removeAll(inputs.get());
            send(
                    payment,
                    builder.pay(inputs.get(), instruction),
                    order,
                    sources.ids().get(),
                    SPLITS);
            made++;
        }
        return made + planTogether(wallet, order, builder, available, rest);
    }

    /// In a crowd of payments only a token of the very amount is spent directly.
    private static Optional<List<TokenReference>> exact(List<TokenReference> available, Instruction instruction) {
        return available.stream()
                .filter(token -> token.token().value().equals(instruction.amount()))
                .findFirst()
                .map(List::of);
    }

    private int planTogether(
            WalletInfo wallet,
            OutboxTransaction.Order order,
            PaymentBuilder builder,
            List<TokenReference> available,
            List<Payment> rest) {
        if (rest.isEmpty() || available.isEmpty()) {
            return 0;
        }
        List<Instruction> instructions = rest.stream()
                .map(payment -> payment.instruction(wallet.iban(), wallet.holder()))
                .toList();
        Optional<BulkPlan> plan = BulkPlan.of(builder, available, instructions);
        if (plan.isEmpty()) {
            return 0; // the rest of the money is change under way; the next round sees it
        }
        UUID id = sources.ids().get();
        for (Transfer split : plan.get().splits()) {
            holdings.reserve(split);
            outgoing.save(new OutboxTransaction(split, order, auditRequired(split), id, SPLITS, now()));
        }
        for (int i = 0; i < rest.size(); i++) {
            send(rest.get(i), plan.get().payments().get(i), order, id, AFTER_SPLITS);
        }
        return plan.get().splits().size() + rest.size();
    }

    private void send(Payment payment, Transfer transfer, OutboxTransaction.Order order, UUID plan, int stage) {
        holdings.reserve(transfer);
        outgoing.save(new OutboxTransaction(transfer, order, auditRequired(transfer), plan, stage, now()));
        payment.submitted(transfer.id(), now());
    }

    private boolean auditRequired(ClientTransaction transaction) {
        return ClearTokenRules.auditRequired(transaction, ledger.configuration());
    }

    private Instant now() {
        return sources.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
}
