package io.florin.bank.payments;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;

/// Shares a round's work between wallets: each that has some gets one piece, then each a second one, until the round is
/// full. The next round begins behind the wallet that this one ended with, so a wallet with a thousand payments delays
/// another one by a round at most for each full round of wallets before it. One thread uses it.
public final class RoundRobin {

    private long last = Long.MIN_VALUE;

    /// @param wallets that have something, in ascending order
    /// @param work what can be done for one now; asked for `max` wallets that have some at most
    /// @param max pieces of work of a round
    public <T> List<T> round(List<Long> wallets, LongFunction<List<T>> work, int max) {
        List<Deque<T>> queues = new ArrayList<>();
        for (long wallet : behind(last, wallets)) {
            if (queues.size() == max) {
                break;
            }
            List<T> possible = work.apply(wallet);
            if (!possible.isEmpty()) {
                queues.add(new ArrayDeque<>(possible));
                last = wallet;
            }
        }
        List<T> round = new ArrayList<>();
        boolean more = true;
        while (more && round.size() < max) {
            more = false;
            for (Deque<T> queue : queues) {
                if (!queue.isEmpty() && round.size() < max) {
                    round.add(queue.removeFirst());
                    more = true;
                }
            }
        }
        return round;
    }

    /// The same wallets, beginning behind one of them.
    public static List<Long> behind(long last, List<Long> wallets) {
        List<Long> order = new ArrayList<>();
        wallets.stream().filter(wallet -> wallet > last).forEach(order::add);
        wallets.stream().filter(wallet -> wallet <= last).forEach(order::add);
        return order;
    }
}
