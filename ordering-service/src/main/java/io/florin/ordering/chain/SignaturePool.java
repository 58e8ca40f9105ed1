package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ordering.protocol.Certificates;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Checked header signatures for the next heights. Bounded: a window of heights, and for each height and party the
/// latest few headers, so that no party can crowd out another.
final class SignaturePool {
    private static final int WINDOW = 256;
    private static final int HEADERS_MAX = 8;

    private final Certificates certificates;
    private final int quorum;
    private final TreeMap<Long, Map<Integer, Map<Bytes32, Bytes>>> byHeight = new TreeMap<>();

    SignaturePool(Certificates certificates, int quorum) {
        this.certificates = certificates;
        this.quorum = quorum;
    }

    /// Adds a signature after checking it; false when it is bad.
    boolean add(long head, int party, ChainMessage.HeaderSignature vote) {
        if (vote.number() <= head || vote.number() > head + WINDOW) {
            return true;
        }
        Map<Bytes32, Bytes> own = byHeight.computeIfAbsent(vote.number(), number -> new TreeMap<>())
                .computeIfAbsent(party, it -> new LinkedHashMap<>());
        if (own.containsKey(vote.headerHash())) {
            return true;
        }
        if (!certificates.verifyHeader(party, vote.headerHash(), vote.signature())) {
            return false;
        }
        if (own.size() >= HEADERS_MAX) {
            own.remove(own.keySet().iterator().next());
        }
        own.put(vote.headerHash(), vote.signature());
        return true;
    }

    /// The header of this number that a quorum has signed.
    Optional<Bytes32> certified(long number) {
        Map<Bytes32, Integer> signers = new LinkedHashMap<>();
        byHeight.getOrDefault(number, Map.of()).values().stream()
                .flatMap(own -> own.keySet().stream())
                .forEach(hash -> signers.merge(hash, 1, Integer::sum));
        return signers.entrySet().stream()
                .filter(entry -> entry.getValue() >= quorum)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    QuorumCertificate certificate(long number, Bytes32 headerHash) {
        Map<Integer, Bytes> signers = new TreeMap<>();
        byHeight.getOrDefault(number, Map.of()).forEach((party, own) -> {
            Bytes signature = own.get(headerHash);
            if (signature != null) {
                signers.put(party, signature);
            }
        });
        return new QuorumCertificate(Certificates.ordered(signers));
    }

    void dropUpTo(long number) {
        byHeight.headMap(number, true).clear();
    }
}
