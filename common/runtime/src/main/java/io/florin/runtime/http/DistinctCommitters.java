package io.florin.runtime.http;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/// Keeps sources apart that are to be different committers. Two addresses may lead to one, by a mistake or because it
/// stands in front of another; by who signed its answers each is one source only. For [SignedAnswerCheck]; any thread.
public final class DistinctCommitters {

    private final Set<Integer> followed = ConcurrentHashMap.newKeySet();
    private final Map<Integer, IntPredicate> others = new ConcurrentHashMap<>();

    /// Of the address that is followed: every answer counts, and who signs there is no other source.
    public IntPredicate followed() {
        return place -> {
            followed.add(place);
            return true;
        };
    }

    /// Of one other address: no answer counts before the followed address has given one, nor of who signed there or
    /// first at another of these.
    public IntPredicate another() {
        return new IntPredicate() {
            @Override
            public boolean test(int place) {
                return !followed.isEmpty()
                        && !followed.contains(place)
                        && others.computeIfAbsent(place, _ -> this) == this;
            }
        };
    }
}
