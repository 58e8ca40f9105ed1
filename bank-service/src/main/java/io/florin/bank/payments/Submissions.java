package io.florin.bank.payments;

import io.florin.ledger.TransactionId;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.submission.BatchAnswers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongPredicate;

/// Chooses transactions that go out together, and concludes from their answers. Pure.
///
/// Refusals end a transaction only when no endorser can have taken it before, at its first submission, and so many
/// endorsers refuse that too few are left to sign ([BatchAnswers]): one that lies cannot make the bank pay twice. Any
/// later refusal proves nothing, for an earlier copy may be on its way and commit; then the payment waits for the final
/// status or the expiry height, and is never made twice. One more thing ends it: a configuration that came into force
/// since, once every block before it was followed.
public final class Submissions {

    private static final long BYTES_MAX = 3L << 20;
    private static final String STALE = RefusalReason.STALE_CONFIGURATION.code();

    private Submissions() {}

    /// Conclusion for a transaction from its submission.
    public sealed interface Conclusion {
        /// @param again whether its payments may be planned again
        record Refused(TransactionId transaction, String code, boolean again) implements Conclusion {}

        record Later(List<TransactionId> transactions) implements Conclusion {}

        /// They count as never sent.
        record NeverSent(List<TransactionId> transactions) implements Conclusion {}
    }

    /// @param due in the order in which they are to go
    /// @param more whether others may be due behind them
    /// @param filesLeft how many transactions of files may be sent for the first time
    /// @return the first of them, as many as one submission may hold
    public static <T extends Sendable> List<T> chosen(List<T> due, boolean more, int filesLeft) {
        List<T> fitting = fitting(withinShare(due, filesLeft));
        boolean cut = fitting.size() < due.size() || more;
        return cut && !fitting.isEmpty() ? withoutCutPlan(fitting) : fitting;
    }

    /// Without the newest of files, where their share is used up; what is sent again counts already. The splits of a
    /// plan go together: the last plan may exceed the share by them.
    private static <T extends Sendable> List<T> withinShare(List<T> due, int filesLeft) {
        int left = filesLeft;
        Set<UUID> begun = new HashSet<>();
        List<T> within = new ArrayList<>();
        for (T sent : due) {
            if (!sent.isNewOfFile()) {
                within.add(sent);
            } else if (left > 0 || sent.stage() == 0 && begun.contains(sent.plan())) {
                within.add(sent);
                begun.add(sent.plan());
                left--;
            }
        }
        return within;
    }

    /// As many as one submission may hold, in bytes: payments of a hidden currency carry proofs.
    private static <T extends Sendable> List<T> fitting(List<T> due) {
        long bytes = 0;
        int count = 0;
        while (count < due.size() && (count == 0 || bytes + due.get(count).size() <= BYTES_MAX)) {
            bytes += due.get(count).size();
            count++;
        }
        return due.subList(0, count);
    }

    /// The splits of one plan spend each other's outputs: they stay in one submission where they fit in.
    private static <T extends Sendable> List<T> withoutCutPlan(List<T> due) {
        T last = due.getLast();
        if (last.stage() > 0) {
            return due;
        }
        List<T> whole =
                due.stream().filter(sent -> !sent.plan().equals(last.plan())).toList();
        return whole.isEmpty() ? due : whole;
    }

    /// @param answers of the endorsers that were asked
    /// @param isSuperseded whether a transaction made for this configuration can never commit
    public static List<Conclusion> concluded(
            List<? extends Sendable> sent, BatchAnswers answers, LongPredicate isSuperseded) {
        return answers.answered() ? answered(sent, answers, isSuperseded) : unanswered(sent, answers.perhapsTaken());
    }

    private static List<Conclusion> answered(
            List<? extends Sendable> sent, BatchAnswers answers, LongPredicate isSuperseded) {
        List<Conclusion> conclusions = new ArrayList<>();
        for (Sendable each : sent) {
            List<String> codes = answers.codesOf(each.transactionId());
            if (codes.contains(STALE) && isSuperseded.test(each.configurationVersion())) {
                conclusions.add(new Conclusion.Refused(each.transactionId(), STALE, true));
            } else if (each.attempts() == 1 && !answers.perhapsTaken() && answers.areEnough(each.transactionId())) {
                String code = codes.getFirst();
                conclusions.add(new Conclusion.Refused(each.transactionId(), code, RefusalReason.isOutdated(code)));
            }
        }
        later(sent.stream()
                        .filter(each -> answers.saidNothing(each.transactionId()))
                        .toList())
                .ifPresent(conclusions::add);
        return conclusions;
    }

    /// @param perhapsTaken whether one of the endorsers may have taken them
    private static List<Conclusion> unanswered(List<? extends Sendable> sent, boolean perhapsTaken) {
        List<Conclusion> conclusions = new ArrayList<>();
        List<TransactionId> never = perhapsTaken
                ? List.of()
                : ids(sent.stream().filter(each -> each.attempts() == 1).toList());
        if (!never.isEmpty()) {
            conclusions.add(new Conclusion.NeverSent(never));
        }
        later(sent.stream().filter(each -> perhapsTaken || each.attempts() > 1).toList())
                .ifPresent(conclusions::add);
        return conclusions;
    }

    private static Optional<Conclusion> later(List<? extends Sendable> sent) {
        return sent.isEmpty() ? Optional.empty() : Optional.of(new Conclusion.Later(ids(sent)));
    }

    private static List<TransactionId> ids(Collection<? extends Sendable> sent) {
        return sent.stream().map(Sendable::transactionId).toList();
    }
}
