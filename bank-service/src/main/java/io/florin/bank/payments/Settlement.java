package io.florin.bank.payments;

import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// Fate of payments whose transactions have ended. A transaction that cannot commit takes those of later stages of its
/// plan with it that nobody has seen. Pure.
public final class Settlement {

    private static final String COMMITTED = TransactionStatus.COMMITTED.name();

    private final Ending ending;
    private final Map<TransactionId, String> direct = new LinkedHashMap<>();
    private final Map<TransactionId, String> all = new LinkedHashMap<>();
    private final Map<UUID, String> broken = new LinkedHashMap<>();

    public Settlement(Ending ending) {
        this.ending = ending;
    }

    /// A signed transaction of a plan.
    public interface Planned {
        TransactionId transactionId();

        /// Plan that the transaction was made under, together with others.
        UUID plan();

        /// Stage 1 of a plan waits for all of its stage 0.
        int stage();
    }

    /// Fate of the payments of a transaction that can never commit.
    public enum Ending {
        /// They are planned again, a bounded number of times.
        AGAIN,
        /// Those that shared it are tried alone; one on its own is rejected.
        ALONE,
        /// They are rejected.
        OVER
    }

    /// Fate of one payment.
    public sealed interface Outcome {
        record Settled() implements Outcome {}

        record Again(String code) implements Outcome {}

        record Alone() implements Outcome {}

        record Rejected(String code) implements Outcome {}

        /// It had ended before.
        record Nothing() implements Outcome {}
    }

    /// A payment and the ended transaction that carries it.
    public record Carried(UUID payment, TransactionId transaction, PaymentState state) {}

    /// @param status of the ledger, or the code of a refusal
    public void ended(Planned transaction, String status) {
        direct.put(transaction.transactionId(), status);
        all.put(transaction.transactionId(), status);
        if (!status.equals(COMMITTED) && transaction.stage() == 0) {
            broken.put(transaction.plan(), status);
        }
    }

    /// Plans of which the first stage cannot commit.
    public List<UUID> brokenPlans() {
        return List.copyOf(broken.keySet());
    }

    /// A later stage of a broken plan ends with it.
    public void unsent(Planned transaction) {
        all.put(transaction.transactionId(), Objects.requireNonNull(broken.get(transaction.plan())));
    }

    public List<TransactionId> transactions() {
        return List.copyOf(all.keySet());
    }

    public List<TransactionId> committed() {
        return all.keySet().stream().filter(this::isCommitted).toList();
    }

    public List<TransactionId> failed() {
        return all.keySet().stream().filter(id -> !isCommitted(id)).toList();
    }

    /// Code that tells customers why the transaction cannot commit.
    public String code(TransactionId transaction) {
        return statusOf(transaction).toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @param carried all payments that the transactions carry
    /// @return in their order
    public List<Outcome> outcomes(List<Carried> carried) {
        Map<TransactionId, Integer> sharers = new HashMap<>();
        carried.forEach(each -> sharers.merge(each.transaction(), 1, Integer::sum));
        List<Outcome> outcomes = new ArrayList<>();
        for (Carried each : carried) {
            outcomes.add(outcome(each, sharers.getOrDefault(each.transaction(), 1)));
        }
        return outcomes;
    }

    private Outcome outcome(Carried carried, int sharers) {
        TransactionId id = carried.transaction();
        if (hasEndedBefore(carried)) {
            return new Outcome.Nothing();
        }
        if (isCommitted(id)) {
            return new Outcome.Settled();
        }
        if (ending == Ending.AGAIN || !direct.containsKey(id)) {
            return new Outcome.Again(code(id));
        }
        return ending == Ending.ALONE && sharers > 1 ? new Outcome.Alone() : new Outcome.Rejected(code(id));
    }

    /// A payment ends once. Databases of before may hold a settled payment's transaction as still open, and who reads
    /// without a lock may come second: that must not hold up the block. A transaction that commits after its payment
    /// was rejected is another thing: money has moved, and the bank stops at this block.
    private boolean hasEndedBefore(Carried carried) {
        PaymentState state = carried.state();
        return state.isFinal() && (!isCommitted(carried.transaction()) || state == PaymentState.SETTLED);
    }

    private boolean isCommitted(TransactionId id) {
        return statusOf(id).equals(COMMITTED);
    }

    private String statusOf(TransactionId id) {
        return Objects.requireNonNull(all.get(id));
    }
}
