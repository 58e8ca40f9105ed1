package io.florin.auditor.status.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.auditor.status.CommitterClaim;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.springframework.web.client.RestClientException;

/// Asks every certifier what its committer told it, and joins that with the own replay like what committers tell
/// everybody: a committer that shows certifiers another ledger than the world, which alone would make tokens of aborted
/// payments spendable, has signed both (ADR 0048). A certifier that shows nothing, or what no committer signed, is
/// asked again and counts as behind.
///
/// A certifier of the newest key of a currency whose endpoint is not known here counts as behind too.
///
/// Only about blocks that are replayed, and about each of them once after a start. One thread.
public final class CertifierWatch {
    private final CheckpointReconciler reconciler;
    private final NetworkId network;
    private final SortedMap<Integer, CertifierInternalApi> certifiers;
    private final Map<Integer, Long> heard = new ConcurrentSkipListMap<>();
    private final Set<Integer> silent = new HashSet<>();
    private final Set<Integer> withoutEndpoint = new HashSet<>();

    /// @param certifiers by id
    CertifierWatch(
            CheckpointReconciler reconciler, NetworkId network, SortedMap<Integer, CertifierInternalApi> certifiers) {
        this.reconciler = reconciler;
        this.network = network;
        this.certifiers = certifiers;
        certifiers.keySet().forEach(certifier -> heard.put(certifier, 0L));
    }

    /// Height up to which each certifier's checkpoints are compared, by id: of those whom the ledger names as well as
    /// those whose endpoint is known.
    SortedMap<Integer, Long> heard() {
        SortedMap<Integer, Long> all = new TreeMap<>(heard);
        IntStream.rangeClosed(1, reconciler.certifiers()).forEach(certifier -> all.putIfAbsent(certifier, 0L));
        return all;
    }

    /// Number of replayed blocks that the certifier furthest behind has not shown.
    long behind() {
        long replayed = reconciler.replayedThrough();
        return heard().values().stream()
                .mapToLong(block -> Math.max(0, replayed - block))
                .max()
                .orElse(0);
    }

    /// Compares what certifiers have been told since.
    ///
    /// @return how many checkpoints
    int step() {
        IntStream.rangeClosed(1, reconciler.certifiers())
                .filter(certifier -> !certifiers.containsKey(certifier) && withoutEndpoint.add(certifier))
                .forEach(AuditorLog::certifierWithoutEndpoint);
        int joined = 0;
        for (Map.Entry<Integer, CertifierInternalApi> each : certifiers.entrySet()) {
            joined += ask(each.getKey(), each.getValue());
        }
        return joined;
    }

    private int ask(int certifier, CertifierInternalApi api) {
        long replayed = reconciler.replayedThrough();
        long after = heard.getOrDefault(certifier, 0L);
        if (after >= replayed) {
            return 0;
        }
        var listener = new Peer(NodeRole.CERTIFIER, certifier);
        int joined = 0;
        try {
            List<BelievedCheckpoint> answer = api.checkpoints(after + 1, CertifierInternalApi.CHECKPOINTS_MAX);
            if (silent.remove(certifier)) {
                AuditorLog.certifierHeardAgain(certifier);
            }
            if (answer == null || answer.stream().anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("an answer with nothing in it");
            }
            for (BelievedCheckpoint told : answer) {
                if (told.number() > replayed) {
                    break;
                }
                if (told.number() <= after || !join(told, listener)) {
                    break;
                }
                heard.merge(certifier, told.number(), Math::max);
                joined++;
            }
        } catch (RestClientException away) {
            if (silent.add(certifier)) {
                AuditorLog.certifierSilent(certifier, OutboundCalls.reason(away));
            }
        } catch (IllegalArgumentException | DecodeException unreadable) {
            reconciler.refuse(listener.toString(), "unreadable answer");
        }
        return joined;
    }

    /// Whether a committer said so.
    private boolean join(BelievedCheckpoint told, Peer listener) {
        return !(reconciler.take(claim(told, listener), listener + "@" + told.number()) instanceof Joined.Untrusted);
    }

    private CommitterClaim claim(BelievedCheckpoint told, Peer listener) {
        var checkpoint = new Checkpoint(
                network,
                told.number(),
                Bytes32.fromHex(told.headerHash()),
                Bytes32.fromHex(told.statusRoot()),
                Bytes32.fromHex(told.stateHash()));
        Bytes signature = Bytes.fromHex(told.signature());
        byte[] numbers = Bytes.fromHex(told.statuses()).toArray();
        List<TransactionOutcome> outcomes = new ArrayList<>(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            outcomes.add(new TransactionOutcome(
                    i, TransactionStatus.ofNumber(numbers[i] & 0xff), Optional.empty(), Bytes32.ZERO));
        }
        CanonicalWriter evidence = new CanonicalWriter();
        checkpoint.writeTo(evidence);
        evidence.u8(told.committer()).fixed(signature.toArray());
        return new CommitterClaim(
                checkpoint,
                told.committer(),
                signature,
                outcomes,
                Bytes.of(evidence.toByteArray()),
                Optional.of(listener));
    }
}
