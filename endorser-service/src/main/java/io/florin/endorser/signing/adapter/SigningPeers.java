package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.signing.NonceEpochStatement;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserSigningApi;
import io.florin.runtime.api.EndorserSigningApi.PreparationRequest;
import io.florin.runtime.api.EndorserSigningApi.Prepared;
import io.florin.runtime.api.EndorserSigningApi.SignerState;
import io.florin.runtime.http.OutboundCalls;
import java.io.Serial;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

/// Calls to the other endorsers about what is made ahead of signatures.
public final class SigningPeers {

    private final Map<Integer, EndorserSigningApi> peers;
    private final Map<Integer, EndorserSigningApi> presigning;

    /// @param peers by share index, without this endorser
    /// @param presigning the same, with the time that a step of presigning may take
    public SigningPeers(Map<Integer, EndorserSigningApi> peers, Map<Integer, EndorserSigningApi> presigning) {
        this.peers = new TreeMap<>(peers);
        this.presigning = new TreeMap<>(presigning);
    }

    /// A peer did not do what it was asked.
    static final class PeerFailure extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        private final int member;
        private final boolean unreachable;

        PeerFailure(int member, String message, boolean unreachable, @Nullable Throwable cause) {
            super("endorser " + member + ": " + message, cause);
            this.member = member;
            this.unreachable = unreachable;
        }

        int member() {
            return member;
        }

        /// True when it did not answer at all.
        boolean isUnreachable() {
            return unreachable;
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T on(EndorserSigningApi peer);
    }

    SortedSet<Integer> members() {
        return new TreeSet<>(peers.keySet());
    }

    /// A peer's preparations.
    ///
    /// @param epochSignature under the epoch of its ledger, not verified
    record Commitments(List<Bytes> prepared, Bytes epochSignature) {}

    Commitments prepare(int member, NamespaceId namespace, long keyEpoch, int count) throws PeerFailure {
        Prepared answer =
                call(member, peer -> peer.prepare(new PreparationRequest(namespace.value(), keyEpoch, count)));
        try {
            if (answer.index() != member || answer.prepared().size() > count) {
                throw new PeerFailure(member, "preparations of somebody else, or too many", false, null);
            }
            return new Commitments(
                    answer.prepared().stream().map(Bytes::fromHex).toList(), signature(answer.epochSignature()));
        } catch (IllegalArgumentException unreadable) {
            throw new PeerFailure(member, "unreadable preparations", false, unreadable);
        }
    }

    SignerState signer(int member, NamespaceId namespace, long keyEpoch) throws PeerFailure {
        return call(member, peer -> peer.signer(namespace.value(), keyEpoch));
    }

    /// A signature that is none, or unreadable, is empty: it proves nothing.
    static Bytes signature(@Nullable String hex) {
        try {
            return hex == null ? Bytes.EMPTY : Bytes.fromHex(hex);
        } catch (IllegalArgumentException unreadable) {
            return Bytes.EMPTY;
        }
    }

    /// The latest epoch of this endorser's ledger for a group that any peer has seen, of those that answer. Only what
    /// this endorser has signed itself counts.
    public long epochSeen(EndorserGroup group, NetworkId network, PresigningBatch.Member self) {
        List<CompletableFuture<Long>> asked = peers.keySet().stream()
                .map(member -> CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                SignerState state = signer(member, group.namespace(), group.epoch());
                                return ownEpoch(group, network, self, member, state);
                            } catch (PeerFailure silent) {
                                // It will say so later: it does not sign with an epoch that has passed.
                                return 0L;
                            }
                        },
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        return asked.stream().mapToLong(CompletableFuture::join).max().orElse(0);
    }

    private static long ownEpoch(
            EndorserGroup group, NetworkId network, PresigningBatch.Member self, int member, SignerState state) {
        long epoch = state.seenOfCaller();
        if (epoch < 1) {
            return 0;
        }
        boolean own = new NonceEpochStatement(network, group.namespace(), group.epoch(), self.index(), epoch)
                .isSigned(self.key().publicKey(), signature(state.seenOfCallerSignature()));
        if (!own) {
            EndorserLog.epochNotSigned(member, epoch);
        }
        return own ? epoch : 0;
    }

    /// @return empty after the last step
    byte[] presign(int member, byte[] step) throws PeerFailure {
        return call(presigning, member, peer -> Objects.requireNonNullElse(peer.presign(step), new byte[0]));
    }

    /// The message that a peer was shown in a place; empty when it was shown nothing.
    Optional<byte[]> counted(int member, String session, int step, int sender) throws PeerFailure {
        EndorserSigningApi peer = peers.get(member);
        if (peer == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(peer.counted(session, step, sender));
        } catch (HttpClientErrorException.NotFound nothing) {
            return Optional.empty();
        } catch (RestClientException failed) {
            throw new PeerFailure(member, OutboundCalls.reason(failed), false, failed);
        }
    }

    private <T> T call(int member, Call<T> call) throws PeerFailure {
        return call(peers, member, call);
    }

    private static <T> T call(Map<Integer, EndorserSigningApi> peers, int member, Call<T> call) throws PeerFailure {
        EndorserSigningApi peer = peers.get(member);
        if (peer == null) {
            throw new PeerFailure(member, "no address is configured", true, null);
        }
        try {
            T answer = call.on(peer);
            if (answer == null) {
                throw new PeerFailure(member, "an answer with nothing in it", false, null);
            }
            return answer;
        } catch (ResourceAccessException unreachable) {
            throw new PeerFailure(member, OutboundCalls.reason(unreachable), true, unreachable);
        } catch (RestClientException refused) {
            throw new PeerFailure(member, OutboundCalls.reason(refused), false, refused);
        }
    }
}
