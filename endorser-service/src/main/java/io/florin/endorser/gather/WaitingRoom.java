package io.florin.endorser.gather;

import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.BundleLimits;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.bundle.Bundle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Accepted transactions before they are in a bundle, in parcels: what was submitted together stays in one bundle and
/// in order. Whatever waits at once shares a bundle, whoever submitted it, and its parcels are shuffled into one
/// another, so that the order of a bundle does not tell which transactions one bank handed in. A bundle has one
/// namespace.
final class WaitingRoom {

    private final int bundleTransactionsMax;
    private final Map<NamespaceId, Deque<Parcel>> parcels = new LinkedHashMap<>();
    private final RandomGenerator random;
    private int size;

    /// @param random how parcels are shuffled into one another
    WaitingRoom(int bundleTransactionsMax, RandomGenerator random) {
        this.bundleTransactionsMax = bundleTransactionsMax;
        this.random = random;
    }

    private record Parcel(List<AcceptedTransaction> transactions, int bytes, int proposal, long sinceMillis) {}

    void add(NamespaceId namespace, List<AcceptedTransaction> transactions, long nowMillis) {
        parcels.computeIfAbsent(namespace, _ -> new ArrayDeque<>())
                .add(new Parcel(
                        transactions,
                        BundleLimits.size(transactions),
                        transactions.stream()
                                .mapToInt(AcceptedTransaction::proposalSize)
                                .sum(),
                        nowMillis));
        size += transactions.size();
    }

    int size() {
        return size;
    }

    /// Transactions of one namespace for the next bundle: enough of them, or some that waited long enough.
    ///
    /// @param windowMillis how long that is
    Optional<List<AcceptedTransaction>> next(long nowMillis, long windowMillis) {
        for (Deque<Parcel> queue : parcels.values()) {
            Parcel first = queue.peek();
            if (first != null
                    && (count(queue) >= bundleTransactionsMax || nowMillis - first.sinceMillis >= windowMillis)) {
                return Optional.of(take(queue));
            }
        }
        return Optional.empty();
    }

    private static int count(Deque<Parcel> queue) {
        return queue.stream().mapToInt(parcel -> parcel.transactions.size()).sum();
    }

    private List<AcceptedTransaction> take(Deque<Parcel> queue) {
        List<Deque<AcceptedTransaction>> taken = new ArrayList<>();
        int count = 0;
        int bytes = BundleLimits.OVERHEAD;
        int proposal = 0;
        for (Parcel parcel = queue.peek(); parcel != null; parcel = queue.peek()) {
            boolean fits = count + parcel.transactions.size() <= bundleTransactionsMax
                    && bytes + parcel.bytes <= Bundle.ENCODED_SIZE_MAX
                    && proposal + parcel.proposal <= BundleLimits.PROPOSAL_MAX;
            if (!taken.isEmpty() && !fits) {
                break;
            }
            queue.remove();
            taken.add(new ArrayDeque<>(parcel.transactions));
            count += parcel.transactions.size();
            bytes += parcel.bytes;
            proposal += parcel.proposal;
        }
        size -= count;
        return shuffled(taken, count);
    }

    /// Every order that keeps that of each parcel is as likely as any other.
    private List<AcceptedTransaction> shuffled(List<Deque<AcceptedTransaction>> parcels, int count) {
        List<AcceptedTransaction> order = new ArrayList<>(count);
        while (order.size() < count) {
            int next = random.nextInt(count - order.size());
            int parcel = 0;
            while (next >= parcels.get(parcel).size()) {
                next -= parcels.get(parcel++).size();
            }
            order.add(parcels.get(parcel).remove());
        }
        return order;
    }
}
