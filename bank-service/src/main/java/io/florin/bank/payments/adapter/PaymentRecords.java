package io.florin.bank.payments.adapter;

import io.florin.bank.payments.ChangeTokens;
import io.florin.bank.payments.Pauses;
import io.florin.bank.payments.PaymentDue;
import io.florin.bank.payments.Sharing;
import io.florin.bank.payments.WalletPicture;
import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.adapter.PaymentRepository.Signed;
import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.OwnedToken;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionTemplate;

/// Draws pictures of wallets from the database and keeps what was made from them. Each picture and each job is one
/// database transaction: a job is kept whole, with its inputs set aside and its payments, or not at all.
final class PaymentRecords {

    private static final Logger LOG = LoggerFactory.getLogger(PaymentRecords.class);
    private static final int PAYMENTS_PER_PLAN = 2_000;

    /// Payments that come between two queries, at most; those beyond are told of and looked at once more.
    private static final int MORE_MAX = 1_000;

    /// While these are signed no other wallet's payment is.
    private static final int LINES_PER_PLAN = 1_000;

    /// Number of available tokens of a clear currency that are told at once.
    private static final int TOKENS_MAX = 4_096;

    /// Time that payments wait for the certification of the tokens made for them, before others are taken.
    private static final Duration CERTIFICATION_PATIENCE = Duration.ofMinutes(2);

    private final Rows rows;
    private final Wallets wallets;
    private final LedgerAccess ledger;
    private final HiddenCurrencies currencies;
    private final Transfers transfers;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    PaymentRecords(
            Rows rows,
            Wallets wallets,
            LedgerAccess ledger,
            HiddenCurrencies currencies,
            Transfers transfers,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.rows = rows;
        this.wallets = wallets;
        this.transfers = transfers;
        this.ledger = ledger;
        this.currencies = currencies;
        this.transactions = transactions;
        this.clock = clock;
    }

    record Rows(PaymentRepository payments, OutboxRepository outbox) {}

    /// Transfers of a clear currency.
    ///
    /// @param sharing which payments of a wallet one of them may make
    /// @param changeTokensMax up to how many tokens of a wallet its change is cut
    record Transfers(Function<WalletInfo, Sharing> sharing, int changeTokensMax) {
        Money.Clear money(WalletInfo wallet, List<TokenReference> tokens, int underWay) {
            return new Money.Clear(tokens, sharing.apply(wallet), new ChangeTokens(changeTokensMax, underWay));
        }
    }

    record Wallets(WalletBook book, HiddenBook hidden, Holdings holdings, ClearTokens clear, HiddenTokens tokens) {}

    /// A picture, and what its payments are built from.
    record Looked(WalletPicture picture, WalletInfo wallet, Map<UUID, Payment> payments, Optional<HiddenPayer> payer) {
        /// Whether there is anything to build from; most wallets that are looked at after a change of all have nothing.
        boolean canPay() {
            return !payments.isEmpty() && picture.money().isSome();
        }
    }

    /// A built transaction.
    ///
    /// @param plan shared by the stages of one plan
    /// @param stage 1 waits for all of stage 0
    /// @param disclosure of a hidden payment that the auditor must approve, sealed; null of any other
    record Built(
            ClientTransaction transaction, UUID plan, int stage, byte @Nullable [] disclosure, List<Carried> carried) {}

    /// Purpose of one output of a transaction.
    ///
    /// @param pays whether it pays the one payment, or is a token for some
    record Carried(boolean pays, int output, List<UUID> payments) {}

    /// All wallets with accepted payments, in ascending order.
    List<Long> waiting() {
        return rows.payments().walletsWithAccepted();
    }

    /// Those of the wallets that have accepted payments, in ascending order.
    List<Long> waitingOf(Collection<Long> some) {
        Set<Long> wanted = Set.copyOf(some);
        return waiting().stream().filter(wanted::contains).toList();
    }

    /// Makes due whatever was put off before the clock was set back.
    void recall(Instant now) {
        Instant beyond = Pauses.beyond(now);
        Integer recalled = transactions.execute(
                _ -> rows.payments().recall(now, beyond) + rows.outbox().recall(now, beyond));
        if (recalled != null && recalled > 0) {
            LOG.warn("the clock was set back: what was put off is done at once, in number {}", recalled);
        }
    }

    /// Time of the next transaction that is not due yet.
    Optional<Instant> nextAttempt(Instant now) {
        return rows.outbox().nextAttempt(now);
    }

    /// One database transaction for all of them. They answer together or not at all.
    ///
    /// @param files whether the payments of files are wanted, where they are apart
    /// @return by wallet
    Map<Long, Looked> look(List<Long> numbers, boolean files) {
        return Objects.requireNonNull(transactions.execute(_ -> {
            Instant now = now();
            Map<Long, PaymentRepository.Outlook> outlooks = new HashMap<>();
            rows.payments()
                    .outlooks(numbers, now, now.minus(CERTIFICATION_PATIENCE))
                    .forEach(outlook -> outlooks.put(outlook.wallet(), outlook));
            Map<Long, WalletInfo> infos = wallets.book().wallets(numbers);
            List<Seen> seen = numbers.stream()
                    .map(number -> new Seen(
                            Optional.ofNullable(infos.get(number)).orElseThrow(),
                            outlooks.getOrDefault(number, PaymentRepository.Outlook.none(number))))
                    .toList();
            return ledger.model() == PrivacyModel.CLEAR ? clear(seen, files, now) : hidden(seen, now);
        }));
    }

    private record Seen(WalletInfo wallet, PaymentRepository.Outlook outlook) {}

    private Map<Long, Looked> clear(List<Seen> wallets, boolean files, Instant now) {
        int max = files ? LINES_PER_PLAN : PAYMENTS_PER_PLAN;
        Map<Long, List<Payment>> accepted = accepted(wallets, files, now, max);
        Map<Long, List<TokenReference>> tokens = this.wallets.clear().available(accepted.keySet());
        Map<Long, Looked> looked = new HashMap<>();
        for (Seen each : wallets) {
            long number = each.wallet.number();
            List<Payment> own = accepted.getOrDefault(number, List.of());
            List<TokenReference> money = tokens.getOrDefault(number, List.of());
            boolean cut = own.size() == max || money.size() == TOKENS_MAX;
            List<PaymentDue> dues =
                    own.stream().map(payment -> payment.due(true)).toList();
            boolean more = !files && each.outlook.lines() > 0;
            WalletPicture picture = new WalletPicture(
                    number,
                    dues,
                    cut,
                    more,
                    each.outlook.next(),
                    transfers.money(each.wallet, money, each.outlook.underWay()));
            looked.put(number, new Looked(picture, each.wallet, byId(own), Optional.empty()));
        }
        return looked;
    }

    /// Those that have some; one query for all whose payments fit into it. More may have come since they were counted.
    private Map<Long, List<Payment>> accepted(List<Seen> wallets, boolean files, Instant now, int max) {
        Map<Long, List<Payment>> accepted = new HashMap<>();
        List<Long> together = new ArrayList<>();
        long room = max - 1;
        for (Seen each : wallets) {
            long due = files ? each.outlook.lines() : each.outlook.singles();
            long number = each.wallet.number();
            if (due > 0 && due <= room) {
                room -= due;
                together.add(number);
            } else if (due > 0) {
                accepted.put(number, rows.payments().accepted(List.of(number), files, now, max));
            }
        }
        if (!together.isEmpty()) {
            rows.payments()
                    .accepted(together, files, now, max + MORE_MAX)
                    .forEach(payment -> accepted.computeIfAbsent(payment.wallet(), _ -> new ArrayList<>())
                            .add(payment));
        }
        return accepted;
    }

    private Map<Long, Looked> hidden(List<Seen> wallets, Instant now) {
        return wallets.stream()
                .collect(
                        Collectors.toMap(each -> each.wallet.number(), each -> hidden(each.wallet, each.outlook, now)));
    }

    private Looked hidden(WalletInfo wallet, PaymentRepository.Outlook outlook, Instant now) {
        long number = wallet.number();
        List<Payment> accepted = outlook.singles() + outlook.lines() == 0
                ? List.of()
                : rows.payments().plannable(number, now, now.minus(CERTIFICATION_PATIENCE), PAYMENTS_PER_PLAN);
        Optional<HiddenPayer> payer =
                accepted.isEmpty() ? Optional.empty() : wallets.hidden().payer(number);
        List<OwnedToken> tokens = payer.isEmpty() ? List.of() : wallets.tokens().available(number);
        Set<Long> epochs = tokens.stream()
                .map(OwnedToken::certifierEpoch)
                .distinct()
                .filter(epoch -> currencies
                        .find(ledger.configuration(), ledger.currency(), epoch)
                        .isPresent())
                .collect(Collectors.toSet());
        List<PaymentDue> dues = accepted.stream()
                .map(payment -> payment.due(payment.isPayableHidden(wallet.iban(), wallet.holder())))
                .toList();
        boolean cut = accepted.size() == PAYMENTS_PER_PLAN || tokens.size() >= HiddenTokens.AVAILABLE_MAX;
        Optional<Instant> next = Stream.of(
                        outlook.next(),
                        Optional.ofNullable(outlook.prepared()).map(at -> at.plus(CERTIFICATION_PATIENCE)))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
        Money money = new Money.Hidden(tokens, epochs, payer.isPresent(), wallet.state(), ledger.tokenValueMax());
        return new Looked(new WalletPicture(number, dues, cut, false, next, money), wallet, byId(accepted), payer);
    }

    private static Map<UUID, Payment> byId(List<Payment> payments) {
        return payments.stream().collect(Collectors.toMap(Payment::id, Function.identity()));
    }

    /// Transactions made for a job, with its order.
    record Kept(OutboxTransaction.Order order, List<Built> built) {}

    /// Keeps all of it or nothing.
    ///
    /// @return false when the tokens or a payment of one went another way meanwhile
    boolean keep(List<Kept> all) {
        try {
            return Boolean.TRUE.equals(transactions.execute(status -> {
                Instant now = now();
                List<Built> built =
                        all.stream().flatMap(each -> each.built.stream()).toList();
                wallets.holdings()
                        .reserve(built.stream().map(Built::transaction).toList());
                rows.outbox()
                        .insert(all.stream()
                                .flatMap(each -> each.built.stream().map(one -> row(each.order, one, now)))
                                .toList());
                boolean kept = carry(built, now);
                if (!kept) {
                    status.setRollbackOnly();
                }
                return kept;
            }));
        } catch (DataIntegrityViolationException | OptimisticLockingFailureException taken) {
            LOG.debug("a transaction's inputs or payments were taken meanwhile");
            return false;
        }
    }

    private OutboxTransaction row(OutboxTransaction.Order order, Built built, Instant now) {
        boolean audited = ClearTokenRules.auditRequired(built.transaction(), ledger.configuration());
        OutboxTransaction row = new OutboxTransaction(
                        built.transaction(), order, audited, built.plan(), built.stage(), now)
                .paying(built.carried().stream()
                        .filter(Carried::pays)
                        .map(carried -> carried.payments().getFirst())
                        .toList());
        return built.disclosure() == null ? row : row.disclosing(built.disclosure());
    }

    /// A payment that is not accepted any more is not carried, and then nothing is.
    private boolean carry(List<Built> all, Instant now) {
        List<Signed> signed = new ArrayList<>();
        for (Built built : all) {
            byte[] id = built.transaction().id().value().toArray();
            for (Carried carried : built.carried()) {
                if (carried.pays()) {
                    signed.add(new Signed(carried.payments().getFirst(), id, carried.output()));
                } else if (!prepare(id, carried, now)) {
                    return false;
                }
            }
        }
        return signed.isEmpty() || rows.payments().submitted(signed, now) == signed.size();
    }

    /// Its payments wait for the token that the transaction makes for them.
    private boolean prepare(byte[] id, Carried carried, Instant now) {
        return carried.payments().isEmpty()
                || rows.payments().prepared(carried.payments(), id, carried.output(), now)
                        == carried.payments().size();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
