package io.florin.ordering.chain;

import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The other parties' last words on themselves.
final class PeerTable {
    private final Map<Integer, Peer> peers = new LinkedHashMap<>();
    private final long silentMillis;

    PeerTable(Parties parties, int self, long silentMillis) {
        this.silentMillis = silentMillis;
        parties.ids().stream().filter(id -> id != self).forEach(id -> peers.put(id, new Peer()));
    }

    private static final class Peer {
        private Optional<ChainMessage.Beat> beat = Optional.empty();
        private long heardMillis;
        private long wanted;
    }

    void heard(int party, ChainMessage.Beat beat, long nowMillis) {
        Peer peer = peer(party);
        peer.beat = Optional.of(beat);
        peer.heardMillis = nowMillis;
        peer.wanted = Math.max(beat.wanted(), beat.promised());
    }

    /// A signed report for a view says that the party is in it.
    void wants(int party, long view) {
        Peer peer = peer(party);
        peer.wanted = Math.max(peer.wanted, view);
    }

    List<Integer> reachable(long nowMillis) {
        List<Integer> reachable = new ArrayList<>();
        peers.forEach((party, peer) -> {
            if (peer.beat.isPresent() && nowMillis - peer.heardMillis <= silentMillis) {
                reachable.add(party);
            }
        });
        return reachable;
    }

    /// The views the reachable parties want.
    List<Long> wanted(long nowMillis) {
        return reachable(nowMillis).stream().map(party -> peer(party).wanted).toList();
    }

    int inPhase(long view, long nowMillis, GroupPhase... phases) {
        return (int) beats(nowMillis).stream()
                .filter(beat -> beat.opened() == view && beat.promised() == view)
                .filter(beat -> List.of(phases).contains(beat.phase()))
                .count();
    }

    /// Reachable parties whose member of the view's group works.
    List<Integer> working(long view, long nowMillis) {
        return reachable(nowMillis).stream()
                .filter(party -> peer(party)
                        .beat
                        .filter(beat -> beat.opened() == view && beat.promised() == view)
                        .filter(beat -> beat.phase() == GroupPhase.READY)
                        .isPresent())
                .toList();
    }

    long promisedMax(long nowMillis) {
        return beats(nowMillis).stream()
                .mapToLong(ChainMessage.Beat::promised)
                .max()
                .orElse(0);
    }

    /// Reachable parties that have not opened this view.
    List<Integer> behind(long view, long nowMillis) {
        return reachable(nowMillis).stream()
                .filter(party ->
                        peer(party).beat.map(beat -> beat.opened() < view).orElse(false))
                .toList();
    }

    long highest(long nowMillis) {
        return beats(nowMillis).stream()
                .map(ChainMessage.Beat::head)
                .mapToLong(Head::number)
                .max()
                .orElse(0);
    }

    /// The reachable parties whose head is above this number.
    List<Integer> ahead(long number, long nowMillis) {
        return reachable(nowMillis).stream()
                .filter(party -> headOf(party) > number)
                .toList();
    }

    private long headOf(int party) {
        return peer(party).beat.map(beat -> beat.head().number()).orElse(0L);
    }

    private List<ChainMessage.Beat> beats(long nowMillis) {
        return reachable(nowMillis).stream()
                .flatMap(party -> peer(party).beat.stream())
                .toList();
    }

    private Peer peer(int party) {
        Peer peer = peers.get(party);
        if (peer == null) {
            throw new IllegalArgumentException("unknown party " + party);
        }
        return peer;
    }
}
