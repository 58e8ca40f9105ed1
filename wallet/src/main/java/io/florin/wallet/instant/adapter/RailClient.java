package io.florin.wallet.instant.adapter;

import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.runtime.rail.RailLink;
import io.florin.wallet.instant.CommitteeAnswers;
import io.florin.wallet.instant.GatheredWords;
import io.florin.wallet.instant.PaymentForm;
import io.florin.wallet.instant.PaymentProgress;
import io.florin.wallet.instant.RailPaymentOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A client of one committee. Any thread may pay; each payment waits on its own thread.
public final class RailClient implements AutoCloseable {
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);
    /// Answers of one payment that wait: more than one of each authority and stage, so none that matters is dropped.
    private static final int ANSWERS_MAX = 256;

    private final RailScope scope;
    private final CommitteeVerifier committee;
    private final Map<Integer, RailLink> authorities;

    /// Answer of an authority.
    private record Heard(int authority, RailAnswer answer) {}

    /// @param authorities connections by the authority's number, closed with this client
    public RailClient(RailScope scope, CommitteeVerifier committee, Map<Integer, RailLink> authorities) {
        this.scope = scope;
        this.committee = committee;
        this.authorities = new TreeMap<>(authorities);
    }

    /// Makes a payment final, or finishes one that somebody else began: all it needs is the signed order.
    ///
    /// @param within time for it; what is reached by then is told
    public <C, F> RailPaymentOutcome<C, F> pay(PaymentForm<C, F> form, Duration within) throws InterruptedException {
        PaymentProgress<C, F> progress = new PaymentProgress<>(form, scope, committee);
        gather(progress, within);
        return outcome(progress);
    }

    /// Asks whoever is missing, again and again, until there are enough answers or the time is over.
    private void gather(CommitteeAnswers answers, Duration within) throws InterruptedException {
        BlockingQueue<Heard> heard = new ArrayBlockingQueue<>(ANSWERS_MAX);
        long end = System.nanoTime() + within.toNanos();
        long askAgain = System.nanoTime();
        while (answers.isUnderWay() && System.nanoTime() - end < 0) {
            long now = System.nanoTime();
            if (now - askAgain >= 0) {
                ask(answers.request(), answers.missing(), heard);
                askAgain = now + ASK_AGAIN.toNanos();
            }
            Heard answer = heard.poll(Math.min(askAgain - now, end - now), TimeUnit.NANOSECONDS);
            if (answer != null && answers.answered(answer.authority(), answer.answer())) {
                askAgain = System.nanoTime(); // the next stage, at once
            }
        }
    }

    private void ask(RailRequest request, Set<Integer> missing, BlockingQueue<Heard> heard) {
        for (int authority : missing) {
            RailLink link = authorities.get(authority);
            if (link != null) {
                link.ask(request, answer -> answer.ifPresent(given -> heard.offer(new Heard(authority, given))));
            }
        }
    }

    private static <C, F> RailPaymentOutcome<C, F> outcome(PaymentProgress<C, F> progress) {
        return switch (progress.stage()) {
            case FINAL -> new RailPaymentOutcome.Final<>(progress.file().orElseThrow());
            case CONFIRMING ->
                new RailPaymentOutcome.Certified<>(progress.certificate().orElseThrow());
            case VOTING -> new RailPaymentOutcome.Open<>(progress.refusals());
            case REFUSED -> new RailPaymentOutcome.Refused<>(progress.refusals());
        };
    }

    /// Evidence that begins the rescue of a sequence, by whoever holds its ground.
    ///
    /// @return empty if fewer than F + 1 authorities say in time that the sequence is open: it may be executed
    public Optional<RescueEvidence> evidence(RescueGround ground, Duration within) throws InterruptedException {
        GatheredWords<OpenSequence> open = GatheredWords.ofOpen(ground.sequence(), committee);
        gather(open, within);
        return open.words().map(words -> new RescueEvidence(ground, words));
    }

    /// Outcome of a rescue that the ledger has, by the statements of the authorities that read its block.
    ///
    /// @return empty if fewer than 2F + 1 authorities state in time what they hold
    public Optional<RescueOutcome> outcome(RailSequence rescue, Duration within) throws InterruptedException {
        GatheredWords<RescueStatement> statements = GatheredWords.ofRescue(rescue, committee);
        gather(statements, within);
        return statements.words().map(words -> RescueOutcome.of(rescue, words));
    }

    /// An account as one authority sees it, with some of its payments.
    ///
    /// @param fromSequence of its own orders, the first one wanted
    /// @param fromPlace of payments to it, the first one wanted
    /// @return empty if the authority does not answer in time
    public Optional<AccountInformation> account(
            int authority, RailAccount account, long fromSequence, long fromPlace, Duration within)
            throws InterruptedException {
        RailLink link = authorities.get(authority);
        CompletableFuture<Optional<RailAnswer>> answer = new CompletableFuture<>();
        if (link == null || !link.ask(new RailRequest.Account(account, fromSequence, fromPlace), answer::complete)) {
            return Optional.empty();
        }
        try {
            return answer.get(within.toNanos(), TimeUnit.NANOSECONDS)
                    .filter(RailAnswer.Information.class::isInstance)
                    .map(given -> ((RailAnswer.Information) given).information());
        } catch (ExecutionException | TimeoutException none) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        authorities.values().forEach(RailLink::close);
    }
}
