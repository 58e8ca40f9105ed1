package io.florin.bank.payments.adapter;

import io.florin.bank.payments.AcceptanceRound;
import io.florin.bank.payments.Settlement;
import io.florin.bank.payments.Settlement.Ending;
import io.florin.bank.payments.UnbuildableReason;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.ExecutionDates.Execution;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletBook;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.TransactionStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Accepts payments durably and follows them to one final state.
public class Payments implements PaymentService, FinalStatusListener {

    static final int ATTEMPTS_MAX = 5;
    private static final Logger LOG = LoggerFactory.getLogger(Payments.class);
    private static final int ENDED_PER_CALL = 500;

    /// Pause after a failure to prove, whose reason seldom passes at once.
    private static final Duration PROOF_PAUSE = Duration.ofSeconds(2);

    private static final int IDS_PER_QUERY = 1_000;

    private final PaymentRepository payments;
    private final OutboxRepository outgoing;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final AcceptanceRules rules;
    private final ExecutionDates dates;
    private final List<PaymentOutcomeListener> outcomes;
    private final Sources sources;
    private final PaymentFailures failures = new PaymentFailures();

    Payments(
            PaymentRepository payments,
            OutboxRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            Limits limits,
            List<PaymentOutcomeListener> outcomes,
            Sources sources) {
        this.payments = payments;
        this.outgoing = outgoing;
        this.wallets = wallets;
        this.holdings = holdings;
        this.rules = new AcceptanceRules(wallets, holdings, limits);
        this.dates = limits.dates();
        this.outcomes = List.copyOf(outcomes);
        this.sources = sources;
    }

    /// Limits of a payment.
    ///
    /// @param valueMax what one token can be worth
    /// @param dates how far ahead it may be
    record Limits(
            Supplier<NetworkConfiguration> configuration,
            Supplier<Amount> valueMax,
            HoldingLimits holdings,
            PaymentGate gate,
            ExecutionDates dates) {}

    /// @param uetrs that payments have taken
    /// @param replanPause before a payment whose transaction failed is planned again
    /// @param changes hears of what can be planned or sent from now on
    record Sources(
            InstantSource clock, IdSource ids, UetrRegister uetrs, Duration replanPause, ChangeMailbox changes) {}

    /// Takes whatever others may hold too before anything else, in one order: the wallets, the UETRs, and then, where
    /// one is paid, the lock of all self-held payees. Who has that waits for nobody.
    @Override
    @Transactional
    public List<Acceptance> acceptAll(List<PaymentOrder> orders, String traceId) {
        return acceptAll(orders, _ -> traceId);
    }

    /// The same for orders of several requests.
    ///
    /// @param traceOf the trace of the request that brought the order at the place
    @Transactional
    public List<Acceptance> acceptAll(List<PaymentOrder> orders, IntFunction<String> traceOf) {
        if (orders.isEmpty()) {
            return List.of();
        }
        Map<Long, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < orders.size(); i++) {
            places.computeIfAbsent(orders.get(i).wallet(), _ -> new ArrayList<>())
                    .add(i);
        }
        holdings.lock(places.keySet());
        List<PaymentOrder> named = orders.stream().map(this::named).toList();
        Set<String> uetrs = new HashSet<>(
                sources.uetrs().take(named.stream().map(PaymentOrder::uetr).toList()));
        Instant now = now();
        Map<Long, AcceptanceRound> rounds = rules.rounds(paidAtOnce(orders, places, now));
        Acceptance[] answers = new Acceptance[orders.size()];
        List<Payment> accepted = new ArrayList<>();
        places.forEach((wallet, own) -> {
            AcceptanceRound round = Objects.requireNonNull(rounds.get(wallet));
            for (int place : own) {
                PaymentOrder order = named.get(place);
                Execution when = dates.of(order.executionDate(), now);
                answers[place] = refusal(order, when, round, uetrs)
                        .<Acceptance>map(refused -> refused)
                        .orElseGet(() -> {
                            Payment payment = new Payment(sources.ids().get(), order, traceOf.apply(place), now);
                            if (when instanceof Execution.On(LocalDate day)) {
                                payment.scheduledFor(day);
                            } else {
                                round.promise(order.payee(), order.amount());
                            }
                            uetrs.remove(order.uetr());
                            accepted.add(payment);
                            return new Acceptance.Accepted(payment.view());
                        });
            }
        });
        payments.insert(accepted, now);
        sources.uetrs().giveBack(uetrs);
        if (!accepted.isEmpty()) {
            sources.changes()
                    .changed(accepted.stream().map(Payment::wallet).distinct().toList());
        }
        return List.of(answers);
    }

    /// Payees to whom each wallet promises money now.
    private Map<Long, List<PayTo>> paidAtOnce(List<PaymentOrder> orders, Map<Long, List<Integer>> places, Instant now) {
        Map<Long, List<PayTo>> payees = new HashMap<>();
        places.forEach((wallet, own) -> payees.put(
                wallet,
                own.stream()
                        .map(orders::get)
                        .filter(order -> dates.of(order.executionDate(), now) instanceof Execution.AtOnce)
                        .map(PaymentOrder::payee)
                        .toList()));
        return payees;
    }

    /// Reason to refuse an order. Money is not asked for now where it is paid later.
    private static Optional<Acceptance.Refused> refusal(
            PaymentOrder order, Execution when, AcceptanceRound round, Set<String> uetrs) {
        boolean atOnce = when instanceof Execution.AtOnce;
        return tooFarAhead(when)
                .or(() -> round.unpayable(order.payee(), order.amount()))
                .or(() -> atOnce ? round.unfunded(order.amount()) : Optional.empty())
                .or(() -> taken(order, uetrs))
                .or(() -> round.unsealable(order.payee()))
                .or(() -> atOnce ? round.overfull(order.payee(), order.amount()) : Optional.empty());
    }

    private static Optional<Acceptance.Refused> tooFarAhead(Execution when) {
        return when instanceof Execution.TooFarAhead far
                ? AcceptanceRound.refused(ExecutionDates.TOO_FAR_AHEAD, far.explanation())
                : Optional.empty();
    }

    private PaymentOrder named(PaymentOrder order) {
        return order.uetr().isEmpty() ? order.withUetr(sources.ids().get().toString()) : order;
    }

    /// @param uetrs taken for these orders and not given to one of them yet
    private static Optional<Acceptance.Refused> taken(PaymentOrder order, Set<String> uetrs) {
        return uetrs.contains(order.uetr())
                ? Optional.empty()
                : AcceptanceRound.refused("duplicate-uetr", "another payment has this UETR");
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void onBlock(long block, List<FinalStatus> statuses) {
        Map<TransactionId, TransactionStatus> told = new LinkedHashMap<>();
        statuses.forEach(status -> told.put(status.transaction(), status.status()));
        List<OpenTransaction> ended = ofTransactions(told.keySet(), outgoing::openOf);
        finish(ended, sent -> String.valueOf(told.get(sent.transactionId())), block, Ending.AGAIN);
        finish(outgoing.expiredAt(block), _ -> TransactionStatus.ABORTED_EXPIRED.name(), block, Ending.AGAIN);
    }

    /// Ends transactions and what hangs on them: their reservations, their payments, and the later stages of their
    /// plans when the first stage failed and nobody has seen those. A block ends hundreds, so all is done by sets but
    /// for payments that go another way than they should.
    private void finish(
            List<OpenTransaction> ended, Function<OpenTransaction, String> statusOf, long block, Ending ending) {
        if (ended.isEmpty()) {
            return;
        }
        Settlement settlement = new Settlement(ending);
        ended.forEach(sent -> settlement.ended(sent, statusOf.apply(sent)));
        List<UUID> broken = settlement.brokenPlans();
        List<OpenTransaction> all = new ArrayList<>(ended);
        Set<Long> known = ended.stream().map(OpenTransaction::seq).collect(Collectors.toCollection(TreeSet::new));
        for (OpenTransaction unsent : inParts(broken, outgoing::unsentOf)) {
            if (known.add(unsent.seq())) {
                settlement.unsent(unsent);
                all.add(unsent);
            }
        }
        if (updatedInParts(List.copyOf(known), outgoing::finish) != known.size()) {
            throw new OptimisticLockingFailureException("a transaction was ended by somebody else");
        }
        sources.changes().outboxChanged();
        sources.changes()
                .changed(all.stream().map(OpenTransaction::wallet).distinct().toList());
        holdings.release(settlement.transactions());
        Instant now = now();
        List<CarriedPayment> carried = ofTransactions(settlement.transactions(), payments::carriedBy);
        List<Settlement.Carried> before =
                carried.stream().map(CarriedPayment::carried).toList();
        apply(settlement.outcomes(before), carried, new End(block, now, ending));
        Set<TransactionId> paying =
                before.stream().map(Settlement.Carried::transaction).collect(Collectors.toSet());
        endSplits(settlement, paying, now);
    }

    private record End(long block, Instant now, Ending ending) {}

    private void apply(List<Settlement.Outcome> outcomes, List<CarriedPayment> carried, End end) {
        List<CarriedPayment> settled = new ArrayList<>();
        Map<UUID, Settlement.Outcome> others = new LinkedHashMap<>();
        for (int i = 0; i < carried.size(); i++) {
            if (outcomes.get(i) instanceof Settlement.Outcome.Settled) {
                settled.add(carried.get(i));
            } else {
                others.put(carried.get(i).id(), outcomes.get(i));
            }
        }
        settle(settled, end);
        if (!others.isEmpty()) {
            List<Payment> changed = inParts(others.keySet(), payments::findByIdIn).stream()
                    .filter(payment -> apply(Objects.requireNonNull(others.get(payment.id())), payment, end))
                    .toList();
            payments.save(changed);
            changed.forEach(this::tell);
        }
    }

    private void settle(List<CarriedPayment> settled, End end) {
        if (settled.isEmpty()) {
            return;
        }
        settled.forEach(payment -> Invariant.check(!payment.state().isFinal(), "a payment that is final ends again"));
        List<UUID> ids = settled.stream().map(CarriedPayment::id).toList();
        if (updatedInParts(ids, part -> payments.settled(part, end.block(), end.now())) != ids.size()) {
            throw new OptimisticLockingFailureException("a payment was ended by somebody else");
        }
        settled.forEach(payment -> tell(payment.settled()));
    }

    /// @return whether it changed
    private boolean apply(Settlement.Outcome outcome, Payment payment, End end) {
        Instant now = end.now();
        switch (outcome) {
            case Settlement.Outcome.Settled _ -> throw new IllegalStateException("those are settled together");
            case Settlement.Outcome.Again(var code) -> payment.failed(code, ATTEMPTS_MAX, now, sources.replanPause());
            case Settlement.Outcome.Alone _ -> payment.separated(now);
            case Settlement.Outcome.Rejected(var code) -> {
                payment.rejected(code, now);
                if (end.ending() == Ending.OVER) {
                    count(payment, UnbuildableReason.NOT_SENT_IN_TIME);
                }
            }
            case Settlement.Outcome.Nothing _ -> {
                LOG.error(
                        "a final payment's transaction ends again: payment={} state={}", payment.id(), payment.state());
                return false;
            }
        }
        return true;
    }

    /// Payments whose token was to be made by a split that cannot commit are planned again, later each time. Those of
    /// one that did wait for its certification from now on.
    ///
    /// @param paying carry payments, and so prepare none
    private void endSplits(Settlement settlement, Set<TransactionId> paying, Instant now) {
        ofTransactions(without(paying, settlement.committed()), part -> {
            payments.splitsSettled(part, now);
            return List.of();
        });
        List<Payment> unprepared = ofTransactions(without(paying, settlement.failed()), payments::preparedBy);
        for (Payment payment : unprepared) {
            TransactionId split =
                    TransactionId.of(payment.preparedBy().orElseThrow().toArray());
            payment.unprepared(settlement.code(split), ATTEMPTS_MAX, now, sources.replanPause());
        }
        payments.save(unprepared);
        unprepared.forEach(this::tell);
    }

    private static List<TransactionId> without(Set<TransactionId> some, List<TransactionId> all) {
        return all.stream().filter(id -> !some.contains(id)).toList();
    }

    private static <T> List<T> ofTransactions(Collection<TransactionId> ids, Function<List<byte[]>, List<T>> query) {
        return inParts(ids.stream().map(id -> id.value().toArray()).toList(), query);
    }

    /// A statement has room for so many values.
    private static <K, T> List<T> inParts(Collection<K> ids, Function<List<K>, List<T>> query) {
        List<T> found = new ArrayList<>();
        parts(ids).forEach(part -> found.addAll(query.apply(part)));
        return found;
    }

    private static <K> int updatedInParts(Collection<K> ids, ToIntFunction<List<K>> update) {
        return parts(ids).stream().mapToInt(update).sum();
    }

    private static <K> List<List<K>> parts(Collection<K> ids) {
        List<K> all = List.copyOf(ids);
        List<List<K>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += IDS_PER_QUERY) {
            parts.add(all.subList(from, Math.min(from + IDS_PER_QUERY, all.size())));
        }
        return parts;
    }

    /// As exact as the database keeps it, so that a payment tells one time whenever it is asked.
    private Instant now() {
        return sources.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }

    private void tell(Payment payment) {
        if (payment.state().isFinal()) {
            tell(payment.outcome());
        }
    }

    private void tell(PaymentOutcome outcome) {
        outcomes.forEach(listener -> listener.onOutcome(outcome));
    }

    /// The transaction was refused before any endorser took it and can never be ordered: its payment is planned again,
    /// or rejected.
    @Transactional
    void refusedForGood(TransactionId transaction, String code, boolean retry) {
        List<OpenTransaction> refused =
                outgoing.openOf(List.of(transaction.value().toArray()));
        finish(refused, _ -> code, 0, retry ? Ending.AGAIN : Ending.ALONE);
    }

    /// No transaction can ever be made for these.
    @Transactional
    void impossible(Map<UUID, UnbuildableReason> reasons) {
        end(accepted(reasons.keySet()), payment -> Objects.requireNonNull(reasons.get(payment.id())));
    }

    /// A proof failed that these were to share, or tokens for them.
    ///
    /// @param shared whether it was to pay them: then they are tried each on its own, for perhaps one of them is at
    ///     fault
    @Transactional
    void notProven(Collection<UUID> ids, boolean shared) {
        failures.proofFailed();
        Instant now = now();
        List<Payment> changed = accepted(ids);
        for (Payment payment : changed) {
            if (shared && ids.size() > 1) {
                payment.separated(now);
            } else {
                payment.failed(UnbuildableReason.CANNOT_BE_PROVEN.code(), ATTEMPTS_MAX, now, PROOF_PAUSE);
            }
        }
        payments.save(changed);
        for (Payment payment : changed) {
            if (payment.state().isFinal()) {
                count(payment, UnbuildableReason.CANNOT_BE_PROVEN);
                tell(payment);
            }
        }
    }

    /// Rejects what waited for too long to be signed, or signed to be sent for the first time. Nobody outside has seen
    /// a transaction of it that could still commit, so it can be made anew.
    ///
    /// @return how many
    @Transactional
    int giveUp(Duration waitMax) {
        Instant since = now().minus(waitMax);
        List<Payment> waiting = payments.waitingSince(since, ENDED_PER_CALL);
        end(waiting, _ -> UnbuildableReason.NOT_SENT_IN_TIME);
        List<OpenTransaction> unsent = outgoing.neverSentSince(since, ENDED_PER_CALL);
        finish(unsent, _ -> UnbuildableReason.NOT_SENT_IN_TIME.code(), 0, Ending.OVER);
        return waiting.size() + unsent.size();
    }

    private List<Payment> accepted(Collection<UUID> ids) {
        return payments.findByIdIn(ids).stream()
                .filter(payment -> payment.state() == PaymentState.ACCEPTED)
                .toList();
    }

    private void end(List<Payment> ended, Function<Payment, UnbuildableReason> reason) {
        Instant now = now();
        ended.forEach(payment -> payment.rejected(reason.apply(payment).code(), now));
        payments.save(ended);
        for (Payment payment : ended) {
            sources.changes().changed(payment.wallet());
            count(payment, reason.apply(payment));
            tell(payment);
        }
    }

    private void count(Payment payment, UnbuildableReason reason) {
        failures.ended(reason);
        LOG.warn("a payment ends without a transaction: payment={} reason={}", payment.id(), reason.code());
    }

    /// Reasons for which payments ended without a transaction.
    public static List<String> unbuildableReasons() {
        return Arrays.stream(UnbuildableReason.values())
                .map(UnbuildableReason::code)
                .toList();
    }

    /// Number of payments that ended so since the start.
    public long unbuildable(String reason) {
        return Arrays.stream(UnbuildableReason.values())
                .filter(each -> each.code().equals(reason))
                .mapToLong(failures::of)
                .sum();
    }

    /// Proofs that failed since the start.
    public long failedProofs() {
        return failures.failedProofs();
    }

    /// Time that the payment has waited that waits for longest to be signed.
    @Transactional(readOnly = true)
    public Duration longestWait() {
        Instant oldest = payments.oldestWaiting();
        Instant now = now();
        return oldest == null || oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now);
    }

    @Override
    @Transactional(readOnly = true)
    public List<PaymentView> byTransaction(String transactionId) {
        return payments.findByTransactionIdIn(List.of(HexFormat.of().parseHex(transactionId))).stream()
                .map(Payment::view)
                .toList();
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<PaymentView> payment(UUID id) {
        return payments.viewsOf(List.of(id)).stream().findFirst();
    }

    /// In the order asked for; all of them exist.
    @Transactional(readOnly = true)
    List<PaymentView> all(List<UUID> ids) {
        Map<UUID, PaymentView> found = new HashMap<>();
        payments.viewsOf(ids).forEach(payment -> found.put(payment.id(), payment));
        return ids.stream().map(found::get).map(Objects::requireNonNull).toList();
    }

    @Transactional(readOnly = true)
    public List<PaymentView> byUetr(String uetr) {
        return payments.viewsByUetr(uetr);
    }

    @Override
    @Transactional(readOnly = true)
    public List<PaymentView> ofFile(UUID file) {
        return payments.findByFileIdOrderByLine(file).stream()
                .map(Payment::view)
                .toList();
    }

    /// Number of payments in each state.
    @Transactional(readOnly = true)
    public Map<PaymentState, Long> counts() {
        return payments.countByState();
    }

    /// The trace that all payments of these plans belong to, if it is one.
    @Transactional(readOnly = true)
    Optional<String> commonTrace(Collection<UUID> plans) {
        List<String> traces = payments.twoTracesOf(plans);
        return traces.size() == 1 ? Optional.of(traces.getFirst()) : Optional.empty();
    }

    /// Transactions that are signed and not final.
    @Transactional(readOnly = true)
    public long openTransactions() {
        return outgoing.countOpen();
    }

    /// Balance as the API shows it, of one moment.
    @Transactional(readOnly = true)
    public Optional<WalletBalance> balanceOf(long wallet) {
        return wallets.wallet(wallet).map(found -> {
            Holdings.Funds funds = holdings.funds(found.number());
            return new WalletBalance(funds.total(), funds.available(), funds.locked(), funds.held(), funds.block());
        });
    }

    /// Minor units at one block: total = available + locked.
    @Schema(description = "What a wallet has, in minor units, as of one block: total = available + locked")
    public record WalletBalance(
            @Schema(description = "Unspent tokens on the ledger at the block")
            long total,

            @Schema(description = "What can still be promised")
            long available,

            @Schema(
                    description =
                            "Promised: to payments, from the answer that accepts them until they are final, and to"
                                    + " redemptions; or held")
            long locked,

            @Schema(
                    description =
                            "Of what is locked: came from another bank and is not credited yet, because names wait to"
                                    + " be compared with the sanctions list or for a decision")
            long held,

            @Schema(description = "Number of the block") long block) {}
}
