package io.florin.ordering.chain.adapter;

import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.ChainEvent;
import io.florin.ordering.chain.ChainMessageCodec;
import io.florin.ordering.chain.ChainStatus;
import io.florin.ordering.chain.QuorumChain;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.PartyKeys;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The one thread that drives the header chain. Effects are carried out in the order given, so a vote record is forced
/// to disk before a signature that rests on it is handed to the network.
public final class ChainLoop implements AutoCloseable {
    static final int MAILBOX = 4096;
    /// A header with the entries of a whole block is the longest.
    private static final int MESSAGE_BYTES_MAX = Block.ENCODED_SIZE_MAX;

    private static final int NOBODY = -1;

    private final Parties parties;
    private final int self;
    private final QuorumChain chain;
    private final VoteLogFile votes;
    private final ChainSurroundings surroundings;
    private final PartyShares shares;
    private final EventLoop<Mail> loop;
    private volatile ChainStatus status;

    /// @param from the party whose share it takes
    private record Mail(ChainEvent event, int from, int bytes) {
        static Mail own(ChainEvent event) {
            return new Mail(event, NOBODY, 0);
        }
    }

    /// @param directory keeps the vote log
    /// @param lastBlock the last block of the store
    public ChainLoop(
            Path directory,
            NetworkId network,
            Parties parties,
            PartyKeys keys,
            ChainProperties properties,
            Optional<Block> lastBlock,
            ChainSurroundings surroundings,
            FaultHandler faults) {
        this.parties = parties;
        this.self = keys.self();
        this.shares = new PartyShares(parties);
        this.votes = new VoteLogFile(directory.resolve("guard.log"));
        this.chain = new QuorumChain(network, parties, keys, properties.timings(), votes.state(), lastBlock);
        this.surroundings = surroundings;
        this.status = chain.status();
        this.loop =
                EventLoop.ticking("ordering-" + self + "-chain", MAILBOX, handler(), faults, ticks(properties.beat()));
    }

    /// Ticks carry a time that never goes back, whatever happens to the wall clock.
    private static EventLoop.Ticks<Mail> ticks(Duration every) {
        return new EventLoop.Ticks<>(
                every, InstantSource.system(), instant -> Mail.own(new ChainEvent.Tick(nowMillis())));
    }

    /// The clock of [ChainEvent.Tick] and [ChainEvent.Waiting].
    public static long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private EventHandler<Mail> handler() {
        return new EventHandler<>() {
            @Override
            public void on(Mail mail) {
                if (mail.from() != NOBODY) {
                    shares.giveBack(mail.from(), mail.bytes());
                }
                chain.on(mail.event()).forEach(ChainLoop.this::carryOut);
            }

            @Override
            public void batchEnded() {
                status = chain.status();
            }
        };
    }

    private void carryOut(ChainEffect effect) {
        switch (effect) {
            case ChainEffect.Persist it -> votes.append(it.record());
            case ChainEffect.Send it -> surroundings.send(it.to(), it.message());
            case ChainEffect.Broadcast it ->
                parties.ids().stream()
                        .filter(party -> party != self)
                        .forEach(party -> surroundings.send(party, it.message()));
            case ChainEffect.Append it -> surroundings.append(it.block());
            case ChainEffect.Fetch it -> surroundings.fetch(it.party(), it.number());
            case ChainEffect.StartGroup it -> surroundings.startGroup(it.view(), it.start(), it.founding());
            case ChainEffect.StopGroup it -> surroundings.stopGroup(it.view());
            case ChainEffect.OpenGate it -> surroundings.openGate(it.view());
            case ChainEffect.CloseGate it -> surroundings.closeGate();
            case ChainEffect.Evidence it -> surroundings.evidence(it.what());
        }
    }

    public void start() {
        loop.start();
    }

    /// Takes a message of another party; false when the party's messages that wait take its share already.
    ///
    /// @param from the party the channel authenticated
    /// @throws DecodeException when it is no message
    public boolean receive(int from, byte[] encoded) {
        if (encoded.length > MESSAGE_BYTES_MAX) {
            throw new DecodeException("message of " + encoded.length + " bytes");
        }
        if (!shares.take(from, encoded.length)) {
            return false;
        }
        boolean taken = false;
        try {
            var event = new ChainEvent.Received(from, ChainMessageCodec.decode(encoded));
            taken = loop.offer(new Mail(event, from, encoded.length));
        } finally {
            if (!taken) {
                shares.giveBack(from, encoded.length);
            }
        }
        return taken;
    }

    /// For what can be lost.
    public boolean offer(ChainEvent event) {
        return loop.offer(Mail.own(event));
    }

    /// For what must not be lost; waits for room.
    public void put(ChainEvent event) throws InterruptedException {
        loop.put(Mail.own(event));
    }

    /// As of the last event.
    public ChainStatus status() {
        return status;
    }

    public int depth() {
        return loop.depth();
    }

    @Override
    public void close() {
        loop.close();
        votes.close();
    }
}
