package io.florin.endorser.gather;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Choice of the endorsers that sign together, where several sets could.
///
/// With BLS and FROST any will do, and the first to accept are taken; with FROST other ones after signers that did not
/// prepare, for whatever reason. With ECDSA presignatures belong to one set of
/// signers, so one that has some is worth a little waiting; and a signature that is worth nothing accuses all its
/// signers alike, so they are taken together less readily: failing sets have the liar in common, and one without it is
/// found soon.
final class Committees {

    private final int self;
    private final Map<GroupName, Set<Set<Integer>>> supplied = new HashMap<>();
    private final Map<Integer, Integer> suspicion = new HashMap<>();

    private record GroupName(NamespaceId namespace, long epoch) {}

    Committees(int self) {
        this.self = self;
    }

    void supplied(NamespaceId namespace, long epoch, Set<Set<Integer>> committees) {
        supplied.put(new GroupName(namespace, epoch), Set.copyOf(committees));
    }

    /// A signature of these is worth nothing.
    void spoiled(Set<Integer> committee) {
        committee.stream().filter(member -> member != self).forEach(member -> suspicion.merge(member, 1, Integer::sum));
    }

    /// A signature of these is good: none of them lied this time.
    void signed(List<Integer> committee) {
        committee.forEach(suspicion::remove);
    }

    /// The choice for one bundle.
    Choice of(EndorserGroup group, Attempts attempts) {
        if (group.scheme() == SignatureScheme.BLS_G1) {
            return Choice.FIRST;
        }
        if (group.scheme() == SignatureScheme.FROST_ED25519) {
            return (others, wanted) -> untried(others, wanted, attempts);
        }
        Set<Set<Integer>> ready = supplied.getOrDefault(new GroupName(group.namespace(), group.epoch()), Set.of());
        return new Choice() {
            @Override
            public List<Integer> choose(List<Integer> others, int wanted) {
                return chosen(others, wanted, ready, attempts);
            }

            @Override
            public boolean isPreferred(List<Integer> signers) {
                return ready.contains(Set.copyOf(signers));
            }
        };
    }

    /// Picks signers among those that could.
    interface Choice {
        /// Takes them as they come.
        Choice FIRST = (others, wanted) -> others.subList(0, wanted);

        /// @param others at least as many as wanted, the most willing first
        List<Integer> choose(List<Integer> others, int wanted);

        /// Whether it does not pay to wait for others.
        default boolean isPreferred(List<Integer> signers) {
            return true;
        }
    }

    private List<Integer> chosen(List<Integer> others, int wanted, Set<Set<Integer>> ready, Attempts attempts) {
        Optional<List<Integer>> supplied = ready.stream()
                .filter(committee -> !attempts.wasSpoiledBy(committee))
                .map(this::withoutSelf)
                .filter(committee -> committee.size() == wanted && others.containsAll(committee))
                .min(Comparator.<List<Integer>>comparingInt(this::suspicionOf).thenComparing(List::toString));
        if (supplied.isPresent() && suspicionOf(supplied.get()) == 0) {
            return supplied.get();
        }
        List<Integer> trusted = others.stream()
                .sorted(Comparator.comparingInt(member -> suspicion.getOrDefault(member, 0)))
                .toList();
        List<Integer> other = untried(trusted, wanted, attempts);
        return supplied.filter(committee -> suspicionOf(committee) <= suspicionOf(other))
                .orElse(other);
    }

    /// The first, or where they have failed this bundle the next combination that has not, if there is one.
    private List<Integer> untried(List<Integer> members, int wanted, Attempts attempts) {
        List<Integer> first = members.subList(0, wanted);
        return attempts.wasSpoiledBy(withSelf(first))
                ? next(members, wanted, attempts).orElse(first)
                : first;
    }

    /// The first combination in order that has not failed this bundle. Few have, so few are looked at.
    private Optional<List<Integer>> next(List<Integer> members, int wanted, Attempts attempts) {
        int[] places = new int[wanted];
        for (int i = 0; i < wanted; i++) {
            places[i] = i;
        }
        while (true) {
            List<Integer> combination = new ArrayList<>();
            for (int place : places) {
                combination.add(members.get(place));
            }
            if (!attempts.wasSpoiledBy(withSelf(combination))) {
                return Optional.of(combination);
            }
            int moving = wanted - 1;
            while (moving >= 0 && places[moving] == members.size() - wanted + moving) {
                moving--;
            }
            if (moving < 0) {
                return Optional.empty();
            }
            places[moving]++;
            for (int i = moving + 1; i < wanted; i++) {
                places[i] = places[i - 1] + 1;
            }
        }
    }

    private int suspicionOf(List<Integer> members) {
        return members.stream()
                .mapToInt(member -> suspicion.getOrDefault(member, 0))
                .sum();
    }

    private List<Integer> withoutSelf(Set<Integer> committee) {
        return new TreeSet<>(committee)
                .stream().filter(member -> member != self).toList();
    }

    private Set<Integer> withSelf(List<Integer> others) {
        Set<Integer> committee = new TreeSet<>(others);
        committee.add(self);
        return Set.copyOf(committee);
    }
}
