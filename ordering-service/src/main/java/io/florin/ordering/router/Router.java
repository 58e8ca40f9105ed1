package io.florin.ordering.router;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.Parties;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/// Holds every bundle this party has heard of until a certified block carries it, and says when this party submits it.
///
/// Every party gets every bundle. The primary, chosen by the bundle's root, submits at once; the next party in the ring
/// after T1 if no block carried the bundle, the one after it after 2 T1, and so on. Parties known to be away are not
/// waited for. So a bundle that reached all parties is submitted by an honest one within f × T1, whatever the others
/// do: that is the bound on censorship. What a view took along when it ended starts over in the next one.
///
/// Repeats of all its bytes are one bundle. How many bytes may wait is for the owner to bound: every accepted offer is
/// given back once, when a block carries it. Owned by one thread.
public final class Router {
    private final Parties parties;
    private final int self;
    private final long stepMillis;
    private final Map<Bytes32, Held> held = new LinkedHashMap<>();
    private final PriorityQueue<Appointment> appointments =
            new PriorityQueue<>(Comparator.comparingLong(Appointment::dueMillis));
    private Set<Integer> away = Set.of();
    private long bytes;

    /// A bundle that this party is to submit now.
    public record Due(Bytes32 digest, Bytes bundle) {}

    private record Appointment(long dueMillis, Bytes32 digest) {}

    private static final class Held {
        private final Bytes bundle;
        private final Bytes32 root;
        private final List<Offer> offers = new ArrayList<>(1);
        private boolean submitted;

        Held(Bytes bundle, Bytes32 root) {
            this.bundle = bundle;
            this.root = root;
        }
    }

    /// @param stepMillis T1
    public Router(Parties parties, int self, long stepMillis) {
        this.parties = parties;
        this.self = self;
        this.stepMillis = stepMillis;
    }

    /// Takes an offer that no block carries yet.
    public void offered(Offer offer, long nowMillis) {
        Held known = held.get(offer.digest());
        if (known == null) {
            known = new Held(offer.bundle(), offer.root());
            held.put(offer.digest(), known);
            bytes += offer.bundle().size();
            appoint(offer.digest(), known, nowMillis);
        }
        known.offers.add(offer);
    }

    private void appoint(Bytes32 digest, Held bundle, long nowMillis) {
        appointments.add(new Appointment(nowMillis + rank(bundle.root) * stepMillis, digest));
    }

    /// The bundles whose time has come, each once in a view.
    public List<Due> due(long nowMillis, int countMax) {
        List<Due> due = new ArrayList<>();
        while (due.size() < countMax
                && !appointments.isEmpty()
                && appointments.peek().dueMillis() <= nowMillis) {
            Bytes32 digest = appointments.remove().digest();
            Held bundle = held.get(digest);
            if (bundle != null && !bundle.submitted) {
                bundle.submitted = true;
                due.add(new Due(digest, bundle.bundle));
            }
        }
        return due;
    }

    /// Blocks carry these bundles.
    ///
    /// @return the offers that are settled by it
    public List<Offer> ordered(List<Bytes32> digests) {
        List<Offer> settled = new ArrayList<>();
        for (Bytes32 digest : digests) {
            Held done = held.remove(digest);
            if (done != null) {
                bytes -= done.bundle.size();
                settled.addAll(done.offers);
            }
        }
        return settled;
    }

    public boolean isHeld(Bytes32 digest) {
        return held.containsKey(digest);
    }

    /// A view begins: what was under way in another one is lost, so every bundle starts over.
    public void startOver(long nowMillis) {
        appointments.clear();
        held.forEach((digest, bundle) -> {
            bundle.submitted = false;
            appoint(digest, bundle, nowMillis);
        });
    }

    /// Parties that cannot submit; their turn is skipped for bundles that arrive or start over from now on. A party
    /// that can all the same submits what others do, once more, which costs room in consensus only.
    public void away(Set<Integer> idle) {
        away = Set.copyOf(idle);
    }

    public int count() {
        return held.size();
    }

    public long bytes() {
        return bytes;
    }

    /// Number of parties that answer and come before this one in the ring that begins at the bundle's primary.
    private long rank(Bytes32 root) {
        int primary = Integer.remainderUnsigned(root.hashCode(), parties.size());
        long before = 0;
        for (int step = 0; step < parties.size(); step++) {
            int party = parties.ids().get((primary + step) % parties.size());
            if (party == self) {
                return before;
            }
            before += away.contains(party) ? 0 : 1;
        }
        throw new IllegalStateException("this party is not in the configuration");
    }
}
