package io.florin.registration.anonymous;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.protocol.Actor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/// Signs stored commitments for an epoch. One that is not what was sealed is not signed and stands in nobody's way: it
/// is named in the log of decisions, once in the life of a process, and counted until it is whole again. Any thread.
public class EpochSigner {
    /// So many are kept by name; more than these are not told apart.
    static final int NAMED_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(EpochSigner.class);
    private static final Actor ACTOR = Actor.rule("credential-renewal");

    private final BlindIssuer issuer;
    private final DecisionLog log;
    private final TransactionOperations transactions;
    private final Set<UUID> altered = ConcurrentHashMap.newKeySet();

    public EpochSigner(BlindIssuer issuer, DecisionLog log, TransactionOperations transactions) {
        this.issuer = issuer;
        this.log = log;
        this.transactions = transactions;
    }

    BlindIssuer issuer() {
        return issuer;
    }

    /// @param signatures eid, signature
    /// @param whole enrollments whose commitments are as they were sealed
    /// @param altered enrollments whose commitments were left out
    record Batch(List<byte[][]> signatures, List<UUID> whole, List<UUID> altered) {}

    Batch sign(List<Commitment> commitments, long epoch) {
        Batch batch = new Batch(new ArrayList<>(commitments.size()), new ArrayList<>(), new ArrayList<>());
        for (Commitment commitment : commitments) {
            issuer.signWhole(commitment, epoch)
                    .ifPresentOrElse(
                            signature -> {
                                batch.signatures().add(new byte[][] {commitment.eid(), signature});
                                batch.whole().add(commitment.enrollment());
                            },
                            () -> batch.altered().add(commitment.enrollment()));
        }
        return batch;
    }

    /// Those of some commitments that are as they were sealed; signs none.
    Batch check(List<Commitment> commitments) {
        Batch batch = new Batch(List.of(), new ArrayList<>(commitments.size()), new ArrayList<>());
        for (Commitment commitment : commitments) {
            (issuer.isWhole(commitment) ? batch.whole() : batch.altered()).add(commitment.enrollment());
        }
        return batch;
    }

    /// Tells of what a batch left out, after the transaction that signed it.
    void tell(Batch batch) {
        altered.removeAll(batch.whole());
        for (UUID enrollment : batch.altered()) {
            if (altered.size() < NAMED_MAX && !altered.contains(enrollment)) {
                LOG.error("a stored commitment was altered and is not signed: enrollment={}", enrollment);
                transactions.executeWithoutResult(_ -> log.append(new Decision(
                        ACTOR.text(),
                        "credential-commitment-altered",
                        "enrollment/" + enrollment,
                        "not what was sealed at the issue, not signed")));
                altered.add(enrollment);
            }
        }
    }

    /// Enrollments whose commitments were found altered, at most [#NAMED_MAX].
    public Collection<UUID> altered() {
        return Set.copyOf(altered);
    }
}
