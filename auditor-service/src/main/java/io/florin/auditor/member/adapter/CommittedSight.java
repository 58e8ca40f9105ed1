package io.florin.auditor.member.adapter;

import io.florin.auditor.protocol.CommittedPayment;
import io.florin.auditor.protocol.CommittedProof;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// What is committed, by this member's own sight: receipts with signatures of g + 1 committers and the certified block
/// from any party. The configuration that a transaction was endorsed under comes from the ledger too. Any thread.
public final class CommittedSight {
    private static final Logger log = LoggerFactory.getLogger(CommittedSight.class);
    private static final int BLOCKS_AT_ONCE = 100;

    private final CommittedProof proof;
    private final List<CommitterApi> committers;
    private final List<OrderingInternalApi> parties;
    private final ConcurrentNavigableMap<Long, Known> configurations = new ConcurrentSkipListMap<>();
    private final ReentrantLock searching = new ReentrantLock();

    /// @param block whose change made it, 0 of genesis
    private record Known(NetworkConfiguration configuration, long block) {}

    /// @param committers the one of the own organisation first
    public CommittedSight(Genesis genesis, List<CommitterApi> committers, List<OrderingInternalApi> parties) {
        NetworkId network = genesis.networkId();
        this.proof = new CommittedProof(network, genesis.configuration());
        this.committers = List.copyOf(committers);
        this.parties = List.copyOf(parties);
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
        NetworkConfiguration configuration = configuration(settlement.configurationVersion());
        return Optional.of(
                new CommittedPayment(proven.get().block(), proven.get().ordered(), configuration));
    }

    private record Proven(long block, OrderedTransaction ordered) {}

    private Optional<Proven> proven(TransactionId id) {
        Optional<Receipt> receipt = proof.committed(id, receipts(id));
        return receipt.map(found -> new Proven(found.checkpoint().number(), ordered(found)));
    }

    private List<Receipt> receipts(TransactionId id) {
        List<Receipt> receipts = new ArrayList<>();
        int silent = 0;
        for (CommitterApi committer : committers) {
            try {
                byte[] encoded = committer.receipt(id.toHex());
                if (encoded != null) {
                    receipts.add(Receipt.decode(encoded));
                }
            } catch (HttpClientErrorException.NotFound unknown) {
                continue; // it knows no final status
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                log.warn(
                        "a committer gives no receipt: cause={}",
                        unusable.getClass().getSimpleName());
                silent++;
            }
        }
        if (silent == committers.size()) {
            throw unavailable("No committer answers.");
        }
        return receipts;
    }

    private OrderedTransaction ordered(Receipt receipt) {
        for (OrderingInternalApi party : parties) {
            try {
                byte[] encoded = party.block(receipt.checkpoint().number());
                Optional<OrderedTransaction> found =
                        encoded == null ? Optional.empty() : proof.transaction(receipt, Block.decode(encoded));
                if (found.isPresent()) {
                    return found.get();
                }
                log.warn(
                        "a party gives another block: block={}",
                        receipt.checkpoint().number());
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                log.warn("a party gives no block: cause={}", unusable.getClass().getSimpleName());
            }
        }
        throw unavailable("No ordering party gives the block of the transaction.");
    }

    // ---- configurations

    /// Looks through blocks for the change that made a version, only when that is not known, from the last known change
    /// before it on. A committer's list is a hint: what it names has to be proven, and where it leaves something out
    /// the next one is asked. Whoever needs a known version does not wait meanwhile.
    private NetworkConfiguration configuration(long version) {
        Known known = configurations.get(version);
        if (known != null) {
            return known.configuration();
        }
        searching.lock();
        try {
            for (CommitterApi committer : committers) {
                if (!configurations.containsKey(version)) {
                    search(committer, version);
                }
            }
        } finally {
            searching.unlock();
        }
        Known found = configurations.get(version);
        if (found == null) {
            throw unavailable("Configuration " + version + " is not known here.");
        }
        return found.configuration();
    }

    private void search(CommitterApi committer, long version) {
        Map.Entry<Long, Known> before = configurations.lowerEntry(version);
        long looked = before == null ? 0 : before.getValue().block();
        List<BlockChanges> blocks = changes(committer, looked + 1);
        while (!blocks.isEmpty()) {
            for (BlockChanges block : blocks) {
                boolean sound = block.number() == looked + 1
                        && block.transactions().stream()
                                .filter(CommittedSight::changesConfiguration)
                                .allMatch(this::adopt);
                if (!sound) {
                    log.warn("a committer's list of changes cannot be used: block={}", looked + 1);
                    return;
                }
                if (configurations.containsKey(version)) {
                    return;
                }
                looked++;
            }
            blocks = changes(committer, looked + 1);
        }
    }

    private static List<BlockChanges> changes(CommitterApi committer, long from) {
        try {
            List<BlockChanges> blocks = committer.changes(from, BLOCKS_AT_ONCE);
            return blocks == null ? List.of() : blocks;
        } catch (RestClientException silent) {
            log.warn("a committer gives no changes: from={}", from);
            return List.of();
        }
    }

    private static boolean changesConfiguration(TransactionChange change) {
        return TransactionKind.CONFIGURATION.name().equals(change.kind())
                && TransactionStatus.COMMITTED.name().equals(change.status());
    }

    /// A change counts when its own receipt and block prove it.
    private boolean adopt(TransactionChange change) {
        Optional<Proven> proven;
        try {
            proven = proven(TransactionId.fromHex(change.id()));
        } catch (IllegalArgumentException noId) {
            return false;
        }
        Optional<NetworkConfiguration> next =
                proven.flatMap(found -> found.ordered().transaction()).flatMap(SettlementTransaction::newConfiguration);
        next.ifPresent(found -> configurations.put(
                found.version(), new Known(found, proven.orElseThrow().block())));
        return next.isPresent();
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(ProblemCode.UNAVAILABLE, detail);
    }
}
