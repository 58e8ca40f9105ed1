package io.florin.auditor.proofs.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.audit.PaymentArchive;
import io.florin.audit.PaymentArchive.Flawed;
import io.florin.audit.ProofReview;
import io.florin.audit.ProofReview.Case;
import io.florin.auditor.proofs.adapter.ProofStore.Progress;
import io.florin.auditor.proofs.adapter.ProofStore.State;
import io.florin.auditor.proofs.adapter.ProofStore.Unverified;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.auditor.protocol.ReplayedBlocks.CommittedBlock;
import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Follows the replayed blocks at its own pace and verifies every committed payment of a hidden currency again, fetched
/// by id from endorsers. Owned by one thread; what it found is durable with its position, so it goes on after a crash.
///
/// Missing is what was asked for often enough and is denied by so many endorsers that one of those who signed must be
/// among them. A missing one is asked for again for ever, since it may turn up. Wrong is what every endorser was asked
/// for and some gave with a flaw, none without; a wrong one stays wrong. One endorser's broken proof is his denial.
public final class ProofAuditor {
    private static final int DOUBLINGS_MAX = 20;

    private final ReplayPosition ledger;
    private final ReplayedBlocks blocks;
    private final PaymentArchive archive;
    private final ProofReview review;
    private final ProofStore store;
    private final Office office;
    private volatile Progress progress = Progress.NONE;
    private int turn;

    /// Collaborators of recording findings.
    record Office(IncidentLog incidents, ProofProperties properties, InstantSource clock) {}

    ProofAuditor(
            ReplayPosition ledger,
            ReplayedBlocks blocks,
            PaymentArchive archive,
            ProofReview review,
            ProofStore store,
            Office office) {
        this.ledger = ledger;
        this.blocks = blocks;
        this.archive = archive;
        this.review = review;
        this.store = store;
        this.office = office;
    }

    /// Every committed transaction of a hidden currency up to this block was verified again.
    public long provenThrough() {
        return progress.provenThrough();
    }

    /// The first block with a transaction whose proof is missing at every endorser or does not hold, 0 where there is
    /// none.
    public long notProvenFrom() {
        return progress.firstUnproven();
    }

    Progress progress() {
        return progress;
    }

    /// Looks at some blocks and at what is due.
    ///
    /// @return blocks and cases looked at
    int step() {
        boolean hides = ledger.configuration().namespaces().stream()
                .anyMatch(namespace -> namespace.hidden().isPresent());
        if (!hides || !ledger.isCaughtUpWithStore()) {
            return 0;
        }
        progress = store.progress();
        int done = lookAgain() + lookOn();
        progress = store.progress();
        return done;
    }

    // ---- blocks

    /// As many blocks as fill a question to an endorser; one at least.
    private int lookOn() {
        long before = progress.block();
        if (progress.open() >= office.properties().openMax()) {
            return 0;
        }
        List<CommittedPayment> payments = new ArrayList<>();
        long number = before;
        while (number < ledger.height() && payments.size() < PaymentArchive.BATCH_MAX) {
            Optional<CommittedBlock> block = blocks.committed(number + 1);
            if (block.isEmpty()) {
                break;
            }
            payments.addAll(hidden(block.get()));
            number++;
        }
        if (number == before) {
            return 0;
        }
        List<Verdict> verdicts = look(payments, List.of());
        List<Unverified> unverified = verdicts.stream()
                .filter(verdict -> !verdict.right())
                .map(Verdict::unverified)
                .toList();
        store.advance(before, number, verdicts.size() - unverified.size(), unverified, () -> report(verdicts));
        return Math.toIntExact(number - before);
    }

    private static List<CommittedPayment> hidden(CommittedBlock block) {
        return block.committed().stream()
                .filter(ordered -> ordered.transaction()
                        .flatMap(transaction -> block.configuration().namespace(transaction.namespace()))
                        .map(namespace -> namespace.hidden().isPresent())
                        .orElse(false))
                .map(ordered -> new CommittedPayment(block.number(), ordered, block.configuration()))
                .toList();
    }

    // ---- cases

    private int lookAgain() {
        List<Unverified> due = store.due(office.clock().instant(), PaymentArchive.BATCH_MAX);
        if (due.isEmpty()) {
            return 0;
        }
        List<CommittedPayment> payments = new ArrayList<>();
        List<Unverified> cases = new ArrayList<>();
        List<CommittedPayment> ofBlock = List.of();
        for (Unverified each : due) {
            if (ofBlock.isEmpty() || ofBlock.getFirst().block() != each.block()) {
                ofBlock =
                        blocks.committed(each.block()).map(ProofAuditor::hidden).orElse(List.of());
            }
            ofBlock.stream()
                    .filter(payment -> payment.index() == each.place())
                    .findFirst()
                    .ifPresent(payment -> {
                        payments.add(payment);
                        cases.add(each);
                    });
        }
        List<Verdict> verdicts = look(payments, cases);
        store.settle(
                verdicts.stream()
                        .filter(Verdict::right)
                        .map(Verdict::unverified)
                        .toList(),
                verdicts.stream()
                        .filter(verdict -> !verdict.right())
                        .map(Verdict::unverified)
                        .toList(),
                () -> report(verdicts));
        return verdicts.size();
    }

    // ---- both

    /// @param flaw empty where it is right or nobody gave it
    private record Verdict(
            CommittedPayment payment,
            Unverified unverified,
            boolean right,
            Optional<String> flaw,
            Optional<ClientTransaction> client) {}

    /// @param before what is known of each, empty for a first look
    private List<Verdict> look(List<CommittedPayment> payments, List<Unverified> before) {
        List<Verdict> verdicts = new ArrayList<>();
        for (int from = 0; from < payments.size(); from += PaymentArchive.BATCH_MAX) {
            int to = Math.min(payments.size(), from + PaymentArchive.BATCH_MAX);
            verdicts.addAll(
                    lookFor(payments.subList(from, to), before.isEmpty() ? List.of() : before.subList(from, to)));
        }
        return verdicts;
    }

    private List<Verdict> lookFor(List<CommittedPayment> payments, List<Unverified> before) {
        PaymentArchive.Found found = archive.search(
                payments.stream().map(CommittedPayment::id).toList(), turn++, given -> flaws(payments, given));
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < payments.size(); i++) {
            CommittedPayment payment = payments.get(i);
            Unverified known = before.isEmpty() ? fresh(payment) : before.get(i);
            Optional<ClientTransaction> right =
                    Optional.ofNullable(found.payments().get(payment.id()));
            if (right.isPresent()) {
                verdicts.add(new Verdict(payment, known, true, Optional.empty(), right));
            } else {
                verdicts.add(inVain(known, payment, found));
            }
        }
        return verdicts;
    }

    private Map<TransactionId, String> flaws(
            List<CommittedPayment> payments, Map<TransactionId, ClientTransaction> given) {
        List<Case> cases = payments.stream()
                .filter(payment -> given.containsKey(payment.id()))
                .map(payment -> new Case(payment, Objects.requireNonNull(given.get(payment.id()))))
                .toList();
        List<Optional<String>> found = review.flaws(cases);
        Map<TransactionId, String> flaws = new HashMap<>();
        for (int i = 0; i < cases.size(); i++) {
            TransactionId id = cases.get(i).payment().id();
            found.get(i).ifPresent(flaw -> flaws.put(id, flaw));
        }
        return flaws;
    }

    /// Nobody gave it without a flaw. It is wrong when every endorser was heard: who is silent now may have kept it
    /// well.
    private Verdict inVain(Unverified known, CommittedPayment payment, PaymentArchive.Found found) {
        int denied = found.denials().getOrDefault(payment.id(), 0);
        Optional<Flawed> flawed = Optional.ofNullable(found.flawed().get(payment.id()));
        boolean wrong = flawed.isPresent() && denied >= Math.max(archive.endorsers(), denialsThatProve(payment));
        return new Verdict(
                payment,
                wrong ? in(known, State.WRONG) : again(known, payment, denied),
                false,
                flawed.map(Flawed::flaw),
                flawed.map(Flawed::client));
    }

    private Unverified fresh(CommittedPayment payment) {
        return new Unverified(
                payment.block(),
                payment.index(),
                payment.id().toHex(),
                State.OPEN,
                0,
                office.clock().instant());
    }

    private static Unverified in(Unverified each, State state) {
        return new Unverified(each.block(), each.place(), each.transactionId(), state, each.attempts(), each.nextAt());
    }

    /// After one more look in vain.
    private Unverified again(Unverified known, CommittedPayment payment, int denied) {
        ProofProperties properties = office.properties();
        Duration pause = properties.pause().multipliedBy(1L << Math.min(known.attempts(), DOUBLINGS_MAX));
        Duration bounded = pause.compareTo(properties.pauseMax()) > 0 ? properties.pauseMax() : pause;
        int attempts = known.attempts() + 1;
        Instant next = office.clock().instant().plus(bounded);
        boolean missing = known.state() == State.MISSING
                || (attempts >= properties.attempts() && denied >= denialsThatProve(payment));
        return new Unverified(
                known.block(),
                known.place(),
                known.transactionId(),
                missing ? State.MISSING : State.OPEN,
                attempts,
                next);
    }

    /// Of n endorsers t signed; with n - t + 1 denials one of them denies what it must have.
    private int denialsThatProve(CommittedPayment payment) {
        NetworkConfiguration configuration = payment.configuration();
        return configuration
                .endorserGroup(payment.settlement().namespace())
                .map((EndorserGroup group) -> group.verificationKeys().size() - group.threshold() + 1)
                .orElse(1);
    }

    private void report(List<Verdict> verdicts) {
        for (Verdict verdict : verdicts) {
            if (verdict.right() || verdict.unverified().state() == State.OPEN) {
                continue;
            }
            boolean wrong = verdict.unverified().state() == State.WRONG;
            TransactionId id = verdict.payment().id();
            IncidentKind kind = wrong ? IncidentKind.PROOF_WRONG : IncidentKind.PROOF_MISSING;
            office.incidents()
                    .report(new Incident(
                            kind,
                            kind + ":" + verdict.payment().block() + ":"
                                    + verdict.payment().index(),
                            verdict.payment().block(),
                            verdict.payment().index(),
                            id.toHex(),
                            verdict.flaw().orElse("no endorser has the payment"),
                            verdict.client()
                                    .map(client -> Bytes.of(client.encode()))
                                    .orElse(Bytes.EMPTY)));
        }
    }
}
