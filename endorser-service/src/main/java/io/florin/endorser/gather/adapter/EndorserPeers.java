package io.florin.endorser.gather.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.EndorserInternalApi.ShareRequest;
import io.florin.runtime.http.OutboundCalls;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

/// Calls to the other endorsers, and who answered the last one.
public final class EndorserPeers {

    private static final int SHARE_SIZE_MAX = 64;

    private final Map<Integer, EndorserInternalApi> peers;
    private final Set<Integer> silent = ConcurrentHashMap.newKeySet();

    /// @param peers by share index, without this endorser
    public EndorserPeers(Map<Integer, EndorserInternalApi> peers) {
        this.peers = new TreeMap<>(peers);
    }

    /// A peer did not do what it was asked.
    static final class PeerFailure extends Exception {
        private final boolean unreachable;

        PeerFailure(String message, boolean unreachable, Throwable cause) {
            super(message, cause);
            this.unreachable = unreachable;
        }

        /// True when what it is said to have prepared is gone.
        boolean isStale() {
            return getCause() instanceof HttpClientErrorException.Gone;
        }

        /// True when a refresh lies between its share and those it was asked for.
        boolean hasOtherShares() {
            return getCause() instanceof HttpClientErrorException refused
                    && refused.getStatusCode().isSameCodeAs(HttpStatus.PRECONDITION_FAILED);
        }

        /// True when it did not answer at all.
        boolean isUnreachable() {
            return unreachable;
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T on(EndorserInternalApi peer);
    }

    List<Integer> check(int member, byte[] submissions) throws PeerFailure {
        return readable(call(member, peer -> peer.check(submissions)));
    }

    private static List<Integer> readable(@Nullable List<Integer> refusals) throws PeerFailure {
        if (refusals == null || refusals.stream().anyMatch(Objects::isNull)) {
            throw new PeerFailure("unreadable refusals", false, new IllegalStateException("a refusal of nothing"));
        }
        return refusals;
    }

    /// @param share empty where it gives none yet
    record Checked(List<Integer> refusals, Optional<Bytes> share) {}

    /// @param order of all of them: a share over them may come with the answer; empty where none is wanted
    Checked propose(int member, byte[] submissions, Optional<ShareOrder> order) throws PeerFailure {
        if (order.isEmpty()) {
            return new Checked(check(member, submissions), Optional.empty());
        }
        ShareOrder all = order.get();
        EndorserInternalApi.ProposalAnswer answer = call(
                member,
                peer -> peer.propose(
                        submissions,
                        all.rulesVersion(),
                        all.keyEpoch(),
                        all.sharing().toHex(),
                        all.root().toHex()));
        List<Integer> refusals = readable(answer.refusals());
        boolean given = !Objects.requireNonNullElse(answer.signature(), "").isEmpty();
        return new Checked(
                refusals, given ? Optional.of(share(member, answer.index(), answer.signature())) : Optional.empty());
    }

    Bytes share(int member, ShareOrder order) throws PeerFailure {
        var request = new ShareRequest(
                order.namespace().value(),
                order.rulesVersion(),
                order.keyEpoch(),
                order.sharing().toHex(),
                order.ids().stream().map(TransactionId::toHex).toList(),
                order.root().toHex(),
                order.preparations().entrySet().stream()
                        .map(each -> new EndorserInternalApi.Preparation(
                                each.getKey(), each.getValue().toHex()))
                        .toList());
        EndorserInternalApi.ShareAnswer answer = call(member, peer -> peer.share(request));
        return share(member, answer.index(), answer.signature());
    }

    private static Bytes share(int member, int index, @Nullable String signature) throws PeerFailure {
        Bytes share;
        try {
            share = Bytes.fromHex(Objects.requireNonNullElse(signature, ""));
        } catch (IllegalArgumentException unreadable) {
            throw new PeerFailure("unreadable share", false, unreadable);
        }
        if (index != member || share.size() == 0 || share.size() > SHARE_SIZE_MAX) {
            throw new PeerFailure("no share of its own", false, new IllegalStateException("index " + index));
        }
        return share;
    }

    private <T> T call(int member, Call<T> call) throws PeerFailure {
        EndorserInternalApi peer = peers.get(member);
        if (peer == null) {
            throw new PeerFailure("no address is configured", true, new IllegalStateException("unknown peer"));
        }
        try {
            T answer = call.on(peer);
            silent.remove(member);
            if (answer == null) {
                throw new PeerFailure("an answer with nothing in it", false, new IllegalStateException("no body"));
            }
            return answer;
        } catch (ResourceAccessException unreachable) {
            silent.add(member);
            throw new PeerFailure(OutboundCalls.reason(unreachable), true, unreachable);
        } catch (RestClientException refused) {
            silent.remove(member);
            throw new PeerFailure(OutboundCalls.reason(refused), false, refused);
        }
    }

    /// Peers that did not answer when they were asked last.
    public Set<Integer> silent() {
        return new TreeSet<>(silent);
    }

    public Set<Integer> members() {
        return peers.keySet();
    }
}
