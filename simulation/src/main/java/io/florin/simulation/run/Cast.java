package io.florin.simulation.run;

import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.ordering.PartyHabits;
import java.util.Map;
import java.util.Set;

/// Who is there, and who of them has habits of its own.
///
/// @param parties habits by party; the others are honest
/// @param committers habits by place in the configuration; the others are honest
/// @param liars names of nodes whose word counts for nothing
public record Cast(Map<Integer, PartyHabits> parties, Map<Integer, CommitterHabits> committers, Set<String> liars) {
    public static final Cast HONEST = new Cast(Map.of(), Map.of(), Set.of());

    PartyHabits party(int id) {
        return parties.getOrDefault(id, PartyHabits.HONEST);
    }

    CommitterHabits committer(int place) {
        return committers.getOrDefault(place, CommitterHabits.HONEST);
    }

    boolean isLiar(String node) {
        return liars.contains(node);
    }
}
