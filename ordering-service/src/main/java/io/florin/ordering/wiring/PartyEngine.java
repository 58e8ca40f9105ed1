package io.florin.ordering.wiring;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ordering.assembler.BlockAssembler;
import io.florin.ordering.assembler.ConfigurationHistory;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.chain.ChainMessageCodec;
import io.florin.ordering.chain.ChainStatus;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.chain.adapter.ChainSurroundings;
import io.florin.ordering.consenter.Consensus;
import io.florin.ordering.consenter.Decisions;
import io.florin.ordering.link.adapter.PartyController;
import io.florin.ordering.link.adapter.PartyLinks;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.publisher.adapter.BlockPublisher;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.LoopStoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Connects the features of one party.
///
/// | from | to |
/// |---|---|
/// | intake | router and batcher, which submit to all members of the group |
/// | the group's decisions | assembler, which makes the next headers of them |
/// | headers | chain, which certifies them with the other parties |
/// | certified blocks | store, then router and publisher |
///
/// Threads: the chain's loop, the submissions' loop, the group's delivery thread (one at a time, the assembler is its),
/// the publisher, the readers, and callers of the internal port. They meet in mailboxes and in the store.
final class PartyEngine implements ChainSurroundings, Decisions, PartyController.Receiver, AutoCloseable {
    private static final Duration INSTALL_WAIT = Duration.ofSeconds(30);
    private static final long STORE_POLL_MILLIS = 5;

    private final int party;
    private final OrderingLog log;
    private final ConfigurationHistory configurations;
    private final NetworkId network;
    private final BlockStore blocks;
    private final BlockPublisher publisher;
    private final OrderingMetrics metrics;
    private final Object assembling = new Object();
    private @Nullable Assembly assembly;
    private @Nullable Parts parts;
    private volatile boolean closed;

    /// The assembler of the view in which this party has a member.
    private record Assembly(long view, BlockAssembler assembler) {}

    /// Parts that the engine calls and that call the engine; made after it.
    record Parts(ChainLoop chain, Consensus consensus, PartyLinks links, SubmissionLoop submissions) {}

    PartyEngine(
            int party,
            NetworkId network,
            NetworkConfiguration genesis,
            BlockStore blocks,
            BlockPublisher publisher,
            OrderingMetrics metrics) {
        this.party = party;
        this.log = new OrderingLog(party);
        this.network = network;
        this.configurations = new ConfigurationHistory(network, genesis, blocks);
        this.blocks = blocks;
        this.publisher = publisher;
        this.metrics = metrics;
    }

    void connect(Parts all) {
        parts = all;
    }

    private Parts parts() {
        Parts connected = parts;
        if (connected == null) {
            throw new IllegalStateException("the engine is not connected yet");
        }
        return connected;
    }

    void start() {
        parts().links().start();
        parts().submissions().start();
        parts().chain().start();
        publisher.start();
        log.started(blocks.head());
    }

    // ---- what the chain asks for, on its loop

    @Override
    public void send(int to, ChainMessage message) {
        parts().links().message(to, ChainMessageCodec.encode(message));
    }

    @Override
    public void append(Block block) {
        metrics.blockCertified(block.header().number());
        blocks.append(block);
        List<Bytes32> digests = new ArrayList<>(block.entries().size());
        for (Bytes entry : block.entries()) {
            digests.add(Bundle.digestOf(entry.toArray()));
        }
        tell(new SubmissionEvent.Stored(digests));
        publisher.blockStored();
        metrics.blockStored(block, digests);
        log.ordered(block);
    }

    @Override
    public void fetch(int from, long number) {
        parts().links().fetch(from, number, (giver, block) -> {
            parts().chain().put(new ChainEvent.Fetched(giver, block));
            return !closed;
        });
    }

    @Override
    public void startGroup(long view, Head start, boolean founding) {
        log.groupStarts(view, start, founding);
        synchronized (assembling) {
            assembly = new Assembly(view, new BlockAssembler(network, configurations::at, blocks, view, start));
        }
        parts().consensus().start(view, start, founding);
    }

    @Override
    public void stopGroup(long view) {
        log.groupStopped(view);
        parts().consensus().stop(view);
    }

    @Override
    public void openGate(long view) {
        log.gateOpen(view);
        tell(new SubmissionEvent.GateOpened(view));
    }

    @Override
    public void closeGate() {
        tell(new SubmissionEvent.GateClosed());
    }

    @Override
    public void evidence(String what) {
        log.evidence(what);
        metrics.evidence();
    }

    private void tell(SubmissionEvent event) {
        try {
            parts().submissions().put(event);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (LoopStoppedException ended) {
            metrics.messageDropped();
        }
    }

    // ---- what the group's member tells, on its delivery thread

    @Override
    public Head decided(long view, List<Batch> batches) {
        List<Candidate> candidates;
        Head after;
        synchronized (assembling) {
            BlockAssembler assembler = assembler(view);
            assembler.stored(blocks.head().number());
            candidates = assembler.decided(batches);
            after = assembler.head();
        }
        for (Candidate candidate : candidates) {
            metrics.blockDecided(candidate.number());
            put(new ChainEvent.Executed(view, candidate));
        }
        return after;
    }

    private BlockAssembler assembler(long view) {
        Assembly now = assembly;
        if (now == null || now.view() != view) {
            throw new Failure("no member of view " + view + " any more");
        }
        return now.assembler();
    }

    @Override
    public Head position(long view) {
        synchronized (assembling) {
            return assembler(view).head();
        }
    }

    @Override
    public void install(long view, Head position) {
        long deadline = System.nanoTime() + INSTALL_WAIT.toNanos();
        while (blocks.head().number() < position.number()) {
            if (closed || System.nanoTime() > deadline) {
                throw new Failure("blocks up to " + position.number() + " did not come");
            }
            pause();
        }
        if (position.number() > 0) {
            Optional<Head> own = blocks.read(position.number())
                    .map(bytes -> Head.of(Block.decode(bytes).header()));
            Invariant.check(
                    own.equals(Optional.of(position)), "the group stands on another block " + position.number());
        }
        synchronized (assembling) {
            assembler(view).moveTo(position);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(STORE_POLL_MILLIS);
        } catch (InterruptedException ended) {
            throw new Failure("interrupted", ended);
        }
    }

    @Override
    public void ready(long view) {
        log.groupReady(view);
        put(new ChainEvent.GroupReady(view));
    }

    @Override
    public void failed(long view, String reason) {
        log.groupFailed(view, reason);
        metrics.memberFailed();
        put(new ChainEvent.GroupFailed(view));
    }

    private void put(ChainEvent event) {
        try {
            parts().chain().put(event);
        } catch (InterruptedException ended) {
            throw new Failure("interrupted", ended);
        }
    }

    // ---- what the submissions' loop asks for

    void submit(Batch batch) {
        parts().consensus().submit(batch);
        parts().links().batch(batch);
    }

    void waiting(long sinceMillis) {
        parts().chain().offer(new ChainEvent.Waiting(sinceMillis));
    }

    // ---- what other parties send, on threads of the internal port

    @Override
    public void chainMessage(int from, byte[] encoded) {
        if (!parts().chain().receive(from, encoded)) {
            metrics.messageDropped();
        }
    }

    @Override
    public boolean batch(Batch batch) {
        return parts().consensus().submit(batch);
    }

    // ---- statuses

    ChainStatus status() {
        return parts().chain().status();
    }

    /// The other parties whose members do not work in the open view, as far as is known here.
    Set<Integer> away(Parties parties) {
        Set<Integer> away = new HashSet<>(parties.ids());
        away.removeAll(status().workingPeers());
        away.remove(party);
        return away;
    }

    boolean isUnderWay(Batch batch) {
        return parts().submissions().isUnderWay(batch);
    }

    @Override
    public void close() {
        closed = true;
        parts().submissions().close();
        parts().links().close();
        parts().chain().close();
    }
}
