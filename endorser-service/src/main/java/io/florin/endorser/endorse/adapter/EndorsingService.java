package io.florin.endorser.endorse.adapter;

import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.Endorser.Consent;
import io.florin.endorser.endorse.EndorsingContext;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.GroupSigning;
import io.florin.endorser.protocol.ShareAnswer;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/// Judges submissions and gives shares, with this endorser's view of ledger and registration.
///
/// A share is given over transactions that this endorser holds durably and accepted itself, under the configuration in
/// force: either a moment ago ([FreshAcceptances]), or now, by a second check of what the store holds.
public final class EndorsingService {

    private final Endorser endorser;
    private final NetworkId network;
    private final FollowedPosition ledger;
    private final Enrollments enrollments;
    private final TransactionStore store;
    private final GroupSigning signing;
    private final CorePool pool;
    private final ProofBatcher proofs;
    private final int submissionsPerTask;
    private final long credentialGraceMillis;
    private final FreshAcceptances fresh;
    private final InstantSource clock;

    public EndorsingService(
            Endorser endorser,
            NetworkId network,
            View view,
            TransactionStore store,
            GroupSigning signing,
            CorePool pool,
            EndorseProperties properties,
            IntConsumer proofBatches) {
        this.endorser = endorser;
        this.network = network;
        this.ledger = view.ledger;
        this.enrollments = view.enrollments;
        this.clock = view.clock;
        this.store = store;
        this.signing = signing;
        this.pool = pool;
        this.submissionsPerTask = properties.submissionsPerTask();
        this.credentialGraceMillis = properties.credentialGrace().toMillis();
        this.proofs = new ProofBatcher(
                pool, this::checkNow, properties.proofsPerBatch(), properties.proofsMax(), proofBatches);
        this.fresh = new FreshAcceptances(
                properties.freshMax(), properties.freshFor().toMillis());
    }

    /// Collaborators for judging.
    public record View(FollowedPosition ledger, Enrollments enrollments, InstantSource clock) {}

    /// @param receivedMillis when the submissions came in
    /// @return one verdict for each, in order
    public List<Verdict> check(List<Submission> submissions, long receivedMillis) {
        List<Arrival> hidden = new ArrayList<>();
        List<Arrival> others = new ArrayList<>();
        for (Submission submission : submissions) {
            (hasProof(submission) ? hidden : others).add(new Arrival(submission, receivedMillis));
        }
        Iterator<CompletableFuture<Verdict>> proven = proofs.submit(hidden).iterator();
        List<Callable<List<Verdict>>> tasks = new ArrayList<>();
        for (int from = 0; from < others.size(); from += submissionsPerTask) {
            List<Arrival> part = others.subList(from, Math.min(others.size(), from + submissionsPerTask));
            tasks.add(() -> checkNow(part));
        }
        Iterator<Verdict> signed =
                pool.all(tasks).stream().flatMap(List::stream).toList().iterator();
        return submissions.stream()
                .map(submission -> hasProof(submission) ? ProofBatcher.await(proven.next()) : signed.next())
                .toList();
    }

    private static boolean hasProof(Submission submission) {
        return submission.transaction() instanceof HiddenPayment;
    }

    private List<Verdict> checkNow(List<Arrival> arrivals) {
        return endorser.check(arrivals, context(), enrollments.isCurrent(clock.millis()));
    }

    /// Proofs that wait to be verified.
    public int waitingProofs() {
        return proofs.waiting();
    }

    /// These have been accepted and are durable now.
    public void stored(List<AcceptedTransaction> accepted) {
        fresh.add(accepted, clock.millis());
    }

    /// A share over transactions that this endorser accepted and holds durably, and nothing else.
    ///
    /// @param asker index of the endorser that gathers
    public ShareAnswer share(ShareOrder order, int asker) {
        if (!enrollments.isCurrent(clock.millis())) {
            return new ShareAnswer.Declined("registration records are not current");
        }
        Optional<List<AcceptedTransaction>> rebuilt = rebuild(order.ids());
        if (rebuilt.isEmpty()) {
            return new ShareAnswer.Declined("a transaction was not accepted here");
        }
        EndorsingContext context = context();
        boolean waitsForDisk = !order.preparations().isEmpty();
        Callable<Supplier<ShareAnswer>> task = () -> switch (endorser.consent(order, rebuilt.get(), context)) {
            case Consent.Withheld(String reason) -> () -> new ShareAnswer.Declined(reason);
            case Consent.OtherShares() -> ShareAnswer.OtherShares::new;
            case Consent.Given(EndorserGroup group, byte[] message) -> {
                Supplier<ShareAnswer> signed = () -> signing.sign(group, asker, message, order.preparations());
                yield waitsForDisk ? signed : answered(signed.get());
            }
        };
        return pool.all(List.of(task)).getFirst().get();
    }

    private static Supplier<ShareAnswer> answered(ShareAnswer answer) {
        return () -> answer;
    }

    /// This endorser's verdict on the transactions; empty when it did not accept one of them.
    private Optional<List<AcceptedTransaction>> rebuild(List<TransactionId> ids) {
        long nowMillis = clock.millis();
        Map<TransactionId, AcceptedTransaction> accepted = new HashMap<>();
        List<TransactionId> missing = new ArrayList<>();
        for (TransactionId id : ids) {
            fresh.find(id, nowMillis)
                    .ifPresentOrElse(transaction -> accepted.put(id, transaction), () -> missing.add(id));
        }
        if (!missing.isEmpty()) {
            List<Submission> held = List.copyOf(store.submissions(missing).values());
            for (Verdict verdict : check(held, nowMillis)) {
                if (verdict instanceof Verdict.Accepted(AcceptedTransaction transaction)) {
                    accepted.put(transaction.id(), transaction);
                }
            }
        }
        return accepted.keySet().containsAll(ids)
                ? Optional.of(ids.stream().map(accepted::get).toList())
                : Optional.empty();
    }

    private EndorsingContext context() {
        return EndorsingContext.at(network, ledger.now(), enrollments, clock.millis(), credentialGraceMillis);
    }
}
