package io.florin.bank.holdings;

import io.florin.bank.holdings.NoteFollower.Told;
import io.florin.wallet.hidden.OutputId;
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

/// Notes of one endorser that came before their blocks, which show whose they are: nobody tries to open another bank's.
/// Those whose block does not come soon are opened all the same, and so are those for which there is no room. Not for
/// several threads.
final class UnseenNotes {

    static final Duration PATIENCE = Duration.ofSeconds(2);
    static final int WAITING_MAX = 5_000;

    private final Map<Told, Waiting> waiting = new LinkedHashMap<>();

    /// @param from position of the endorser's notes from which it is told again
    private record Waiting(long from, Instant until) {}

    /// @param from position from which the endorser told these
    /// @param isOwn empty where nobody can know yet
    /// @return those to open now, in the order in which they were told
    List<Told> toOpen(List<Told> told, long from, Instant now, Function<OutputId, Optional<Boolean>> isOwn) {
        told.forEach(note -> waiting.putIfAbsent(note, new Waiting(from, now.plus(PATIENCE))));
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

    /// The lowest position from which one is told that waits.
    OptionalLong from() {
        return waiting.values().stream().mapToLong(Waiting::from).min();
    }

    void forget() {
        waiting.clear();
    }
}
