package io.florin.auditmember.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.audit.CommittedProof;
import io.florin.audit.adapter.CommitSources;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Verifies that transactions are committed, by this member's own sight: receipts with signatures of g + 1 committers
/// and the certified block from any party. The configuration that a transaction was endorsed under comes from the
/// ledger too. Any thread.
public final class CommitVerifier {
    private static final Logger log = LoggerFactory.getLogger(CommitVerifier.class);

    private final Genesis genesis;
    private final CommitSources sources;
    private final ConcurrentNavigableMap<Long, Known> configurations = new ConcurrentSkipListMap<>();
    private final Duration searchWithin;
    private final ReentrantLock searching = new ReentrantLock();
    /// By committer, under `searching`.
    private final Looked[] looked;

    /// @param block whose change made it, 0 of genesis
    private record Known(NetworkConfiguration configuration, long block) {}

    /// @param committers the one of the own organisation first
    /// @param searchWithin how long one committer's list of results is looked through in one go
    public CommitVerifier(
            Genesis genesis, List<CommitterApi> committers, List<OrderingInternalApi> parties, Duration searchWithin) {
        this.genesis = genesis;
        this.sources = new CommitSources(
                new CommittedProof(genesis.networkId(), genesis.configuration()), committers, parties);
        this.searchWithin = searchWithin;
        this.looked = new Looked[committers.size()];
        Arrays.fill(looked, Looked.NOTHING);
        configurations.put(genesis.configuration().version(), new Known(genesis.configuration(), 0));
    }

    /// @return empty if it is not committed as far as g + 1 committers and a party show
    /// @throws ProblemException 503 when nobody answers
    public Optional<CommittedPayment> committed(TransactionId id) {
        Optional<Proven> proven = proven(id);
        if (proven.isEmpty()) {
            return Optional.empty();
        }
        SettlementTransaction settlement = proven.get().ordered().transaction().orElseThrow();
        long block = proven.get().block();
        NetworkConfiguration configuration = configuration(settlement.configurationVersion(), block);
        return Optional.of(new CommittedPayment(block, proven.get().ordered(), configuration));
    }

    private record Proven(long block, OrderedTransaction ordered) {}

    private Optional<Proven> proven(TransactionId id) {
        return sources.receipt(id)
                .map(found -> new Proven(
                        found.checkpoint().number(), sources.block(found).ordered()));
    }

    // ---- configurations

    /// Looks through blocks for the change that made a version, only when that is not known, from the last known change
    /// before it on, as far as the payment's own block, which is certified. A committer's list is a hint: what it names
    /// has to be proven, and where it leaves something out, or takes too long, the next one is asked. Whoever needs a
    /// known version does not wait meanwhile.
    ///
    /// @param last in which the version was in force
    private NetworkConfiguration configuration(long version, long last) {
        Known known = configurations.get(version);
        if (known == null) {
            lockSearch();
            try {
                for (int committer = 0; committer < looked.length; committer++) {
                    if (!configurations.containsKey(version)) {
                        search(committer, version, last);
                    }
                }
            } finally {
                searching.unlock();
            }
            known = configurations.get(version);
        }
        if (known == null) {
            throw unavailable("Configuration " + version + " is not known here.");
        }
        return known.configuration();
    }

    private void lockSearch() {
        try {
            if (!searching.tryLock(searchWithin.toNanos(), TimeUnit.NANOSECONDS)) {
                throw unavailable("Changes of the configuration are being looked for; ask again soon.");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw unavailable("The member is being stopped.");
        }
    }

    /// Blocks of a committer's list that were looked through when its time was over, or when it had no more: everything
    /// that it named after `from` was proven. The next search goes on there. Nothing is kept of a list that says
    /// something wrong or left something out.
    private record Looked(long from, long through) {
        private static final Looked NOTHING = new Looked(0, 0);

        /// Block from which on one has to look.
        long after(long start) {
            return start >= from && start < through ? through : start;
        }
    }

    private void search(int committer, long version, long last) {
        Map.Entry<Long, Known> before = configurations.lowerEntry(version);
        long start = before == null ? 0 : before.getValue().block();
        long through = looked[committer].after(start);
        long from = through == start ? start : looked[committer].from();
        looked[committer] = Looked.NOTHING;
        long began = System.nanoTime();
        while (through < last) {
            List<BlockResult> blocks = results(sources.committers().get(committer), through + 1);
            for (BlockResult block : blocks) {
                if (!isSound(block, through + 1)) {
                    log.warn("a committer's list of results cannot be used: block={}", through + 1);
                    return;
                }
                through++;
                if (configurations.containsKey(version) || through == last) {
                    return;
                }
                if (System.nanoTime() - began >= searchWithin.toNanos()) {
                    log.warn("a committer's list of results takes long: lookedThrough={} of={}", through, last);
                    looked[committer] = new Looked(from, through);
                    return;
                }
            }
            if (blocks.isEmpty()) {
                looked[committer] = new Looked(from, through);
                return;
            }
        }
    }

    /// The committers that sign are those of genesis, as long as the network runs.
    private boolean isSound(BlockResult block, long number) {
        return block.number() == number
                && block.signed(genesis.networkId(), genesis.configuration())
                        .filter(transactions -> transactions.stream()
                                .flatMap(settled -> settled.committed().stream())
                                .filter(committed ->
                                        committed.newConfiguration().isPresent())
                                .allMatch(change -> adopt(change.id(), number)))
                        .isPresent();
    }

    private static List<BlockResult> results(CommitterApi committer, long from) {
        try {
            byte @Nullable [] blocks = committer.results(from, BlockResult.LIST_MAX, 0);
            return blocks == null ? List.of() : BlockResult.decodeList(blocks);
        } catch (RestClientException | DecodeException unusable) {
            log.warn("a committer gives no results: from={} cause={}", from, OutboundCalls.reason(unusable));
            return List.of();
        }
    }

    /// A change counts when its own receipt and block prove it, in the block where it is listed.
    private boolean adopt(TransactionId change, long block) {
        Optional<NetworkConfiguration> next = proven(change)
                .filter(found -> found.block() == block)
                .flatMap(found -> found.ordered().transaction())
                .flatMap(SettlementTransaction::newConfiguration);
        next.ifPresent(found -> configurations.put(found.version(), new Known(found, block)));
        return next.isPresent();
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(ProblemCode.UNAVAILABLE, detail);
    }
}
