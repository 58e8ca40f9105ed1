package io.florin.bank.holdings;

import io.florin.bank.holdings.NoteFollower.Told;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Notes of one endorser that came before their blocks, which show whose they are: nobody tries to open another bank's.
/// Those whose block does not come soon are opened all the same, and so are those for which there is no room. Not for
/// several threads.
final class UnseenNotes {

    /// Notes come with submissions, blocks seconds later where many payments are under way.
    static final Duration PATIENCE = Duration.ofSeconds(15);

    /// For those that are told at first: the blocks of before the start are not seen again.
    static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(2);
    static final int WAITING_MAX = 5_000;

    private final Map<Told, Waiting> waiting = new LinkedHashMap<>();
    private @Nullable Instant begun;

    /// @param from position of the endorser's notes from which it is told again
    private record Waiting(long from, Instant until) {}

    /// @param from position from which the endorser told these
    /// @param isOwn empty where nobody can know yet
    /// @return those to open now, in the order in which they were told
    List<Told> toOpen(List<Told> told, long from, Instant now, Function<TransactionOutput, Optional<Boolean>> isOwn) {
        Instant until = now.plus(patience(now));
        told.forEach(note -> waiting.putIfAbsent(note, new Waiting(from, until)));
        List<Told> open = new ArrayList<>();
        int excess = waiting.size() - WAITING_MAX;
        for (Iterator<Map.Entry<Told, Waiting>> all = waiting.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Told, Waiting> each = all.next();
            boolean late = excess > 0 || !each.getValue().until().isAfter(now);
            Optional<Boolean> own = isOwn.apply(each.getKey().place());
            if (own.isPresent() || late) {
                if (own.orElse(true)) {
                    open.add(each.getKey());
                }
                all.remove();
                excess--;
            }
        }
        return open;
    }

    private Duration patience(Instant now) {
        if (begun == null) {
            begun = now;
        }
        return now.isBefore(begun.plus(PATIENCE)) ? PATIENCE_AT_FIRST : PATIENCE;
    }

    /// The lowest position from which one is told that waits.
    OptionalLong from() {
        return waiting.values().stream().mapToLong(Waiting::from).min();
    }

    void forget() {
        waiting.clear();
        begun = null;
    }
}
