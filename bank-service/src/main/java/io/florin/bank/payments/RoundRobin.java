package io.florin.bank.payments;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Round-robin over wallets; resumes behind the last one that had work. Each wallet that has some gets one piece of a
/// round, then each a second one, until the round is full: a wallet with a thousand payments delays another one by a
/// round at most for each full round of wallets before it. One thread uses it.
public final class RoundRobin<T> {

    private final int roundMax;
    private final Deque<Long> waiting = new ArrayDeque<>();
    private final Map<Long, Deque<T>> round = new LinkedHashMap<>();
    private final Set<Long> asked = new HashSet<>();
    private long last = Long.MIN_VALUE;

    /// @param roundMax pieces of work of a round
    public RoundRobin(int roundMax) {
        this.roundMax = roundMax;
    }

    /// @param wallets that may have something, in ascending order
    public void begin(Collection<Long> wallets) {
        waiting.clear();
        round.clear();
        asked.clear();
        waiting.addAll(behind(last, wallets));
    }

    /// The wallet whose work is wanted next; empty where the round is full, or would be if all that were asked had
    /// some, or everybody was asked.
    public OptionalLong next() {
        if (round.size() + asked.size() >= roundMax || waiting.isEmpty()) {
            return OptionalLong.empty();
        }
        long wallet = waiting.removeFirst();
        asked.add(wallet);
        return OptionalLong.of(wallet);
    }

    /// Whether a wallet was asked that has offered nothing yet.
    public boolean isAsking() {
        return !asked.isEmpty();
    }

    /// @param work none where the wallet has none
    public void offer(long wallet, List<T> work) {
        asked.remove(wallet);
        if (!work.isEmpty()) {
            round.put(wallet, new ArrayDeque<>(work));
            last = wallet;
        }
    }

    /// Takes the round's work, and leaves the wallets that were not asked.
    ///
    /// @param unfinished gets the wallets of which something is left
    public List<T> take(Set<Long> unfinished) {
        List<T> taken = new ArrayList<>();
        while (!round.isEmpty() && taken.size() < roundMax) {
            List<Long> done = new ArrayList<>();
            for (Map.Entry<Long, Deque<T>> each : round.entrySet()) {
                if (taken.size() < roundMax) {
                    taken.add(each.getValue().removeFirst());
                    if (each.getValue().isEmpty()) {
                        done.add(each.getKey());
                    }
                }
            }
            done.forEach(round::remove);
        }
        unfinished.addAll(round.keySet());
        round.clear();
        return taken;
    }

    /// The same wallets, beginning behind one of them.
    public static List<Long> behind(long last, Collection<Long> wallets) {
        List<Long> order = new ArrayList<>();
        wallets.stream().filter(wallet -> wallet > last).forEach(order::add);
        wallets.stream().filter(wallet -> wallet <= last).forEach(order::add);
        return order;
    }
}
