package io.florin.simulation.ordering;

import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Parties;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// The consensus library below the chain, which is no core of ours and cannot run here: what its users rely on, and no
/// more. A *group* lives for one view. It agrees on one order of batches as long as a quorum of its members works,
/// keeps nothing on any disk, dies with its members, and may let a member fail at any time. A member that joins late is
/// told everything from the beginning.
final class ConsensusGroups {
    private static final long DECISION_MICROS = 30_000;
    private static final long AGAIN_MICROS = 250_000;

    private final World world;
    private final SimulatedNetwork network;
    private final Parties parties;
    private final Random random;
    private final Map<Long, Group> groups = new HashMap<>();

    ConsensusGroups(World world, SimulatedNetwork network, Parties parties) {
        this.world = world;
        this.network = network;
        this.parties = parties;
        this.random = world.random("consensus");
    }

    /// Listener of a member's party.
    interface Member {
        PartyNode node();

        boolean isOver();

        boolean takes(Batch batch);

        void ready();

        void decided(Batch batch);
    }

    /// One member's place in the order.
    private static final class Place {
        private final Member member;
        private boolean ready;
        private int next;
        private boolean delivering;

        Place(Member member) {
            this.member = member;
        }
    }

    private record BatchName(int party, long session, int lane, long sequence) {
        static BatchName of(Batch batch) {
            return new BatchName(batch.party(), batch.session(), batch.lane(), batch.sequence());
        }
    }

    private static final class Group {
        private final List<Batch> decided = new ArrayList<>();
        private final Set<BatchName> known = new HashSet<>();
        private final Map<Integer, Place> places = new TreeMap<>();
    }

    /// A party starts its member of the view's group.
    void join(long view, Member member) {
        Group group = groups.computeIfAbsent(view, _ -> new Group());
        group.places.put(member.node().party(), new Place(member));
        world.after(1 + random.nextLong(DECISION_MICROS), () -> settle(group));
    }

    void leave(long view, Member member) {
        Group group = groups.get(view);
        if (group != null) {
            group.places.values().removeIf(place -> place.member == member);
        }
    }

    /// A founder works when a quorum has started, a joiner when a quorum works.
    private void settle(Group group) {
        group.places.values().removeIf(place -> place.member.isOver());
        for (Place place : List.copyOf(group.places.values())) {
            boolean founds = group.decided.isEmpty() && group.places.size() >= parties.quorum();
            if (!place.ready && (founds || working(group) >= parties.quorum())) {
                place.ready = true;
                place.member.node().receive(place.member::ready);
                deliver(group, place);
            }
        }
    }

    private long working(Group group) {
        return group.places.values().stream()
                .filter(place -> place.ready && !place.member.isOver())
                .count();
    }

    /// A batch comes to the group by one of its members.
    void submit(long view, Member by, Batch batch) {
        Group group = groups.get(view);
        if (group != null && group.known.add(BatchName.of(batch))) {
            world.after(1 + random.nextLong(DECISION_MICROS), () -> decide(group, by, batch));
        }
    }

    private void decide(Group group, Member by, Batch batch) {
        if (by.isOver()) {
            group.known.remove(BatchName.of(batch));
            return;
        }
        long agreeing = group.places.values().stream()
                .filter(place -> place.ready && !place.member.isOver() && takes(place.member, batch))
                .filter(place -> connects(by, place.member))
                .count();
        if (agreeing >= parties.quorum()) {
            group.decided.add(batch);
            group.places.values().forEach(place -> deliver(group, place));
        } else {
            world.after(AGAIN_MICROS, () -> decide(group, by, batch));
        }
    }

    /// Asked in the member's process, so that a bug of it is found as one.
    private static boolean takes(Member member, Batch batch) {
        boolean[] taken = {false};
        member.node().receive(() -> taken[0] = member.takes(batch));
        return taken[0];
    }

    private boolean connects(Member one, Member other) {
        String name = one.node().name();
        String second = other.node().name();
        return name.equals(second) || network.connects(name, second) && network.connects(second, name);
    }

    private void deliver(Group group, Place place) {
        if (place.delivering || !place.ready || place.next >= group.decided.size()) {
            return;
        }
        place.delivering = true;
        world.after(1 + random.nextLong(DECISION_MICROS), () -> {
            place.delivering = false;
            if (place.member.isOver()) {
                return;
            }
            if (reachesAQuorum(group, place.member)) {
                Batch batch = group.decided.get(place.next++);
                place.member.node().receive(() -> place.member.decided(batch));
                deliver(group, place);
            } else {
                place.delivering = true;
                world.after(AGAIN_MICROS, () -> {
                    place.delivering = false;
                    deliver(group, place);
                });
            }
        });
    }

    private boolean reachesAQuorum(Group group, Member member) {
        return group.places.values().stream()
                        .filter(other -> connects(member, other.member))
                        .count()
                >= parties.quorum();
    }
}
