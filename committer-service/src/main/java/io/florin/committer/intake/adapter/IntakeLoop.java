package io.florin.committer.intake.adapter;

import io.florin.committer.intake.BlockIntake;
import io.florin.committer.intake.IntakeEffect;
import io.florin.committer.intake.IntakeEffect.Accept;
import io.florin.committer.intake.IntakeEffect.Follow;
import io.florin.committer.intake.IntakeEffect.Refused;
import io.florin.committer.intake.IntakeEffect.Switched;
import io.florin.committer.intake.IntakeEvent;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.ConfigurationBarrier;
import io.florin.runtime.chain.ArrivedBlocks;
import io.florin.runtime.chain.BlockFollower;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Drives intake: one thread, a small mailbox, so that a source waits while the committer is busy. The time that the
/// committer keeps intake waiting does not count against the source.
public final class IntakeLoop implements AutoCloseable {

    private static final int MAILBOX = 16;
    private static final Duration OFFER_WAIT = Duration.ofMillis(100);

    private final BlockIntake intake;
    private final BlockTaker taker;
    private final FollowerFactory followers;
    private final IntakeObserver observer;
    private final EventLoop<IntakeEvent> loop;
    private @Nullable BlockFollower follower;
    private long busyMillis;
    private volatile BlockSource followed;
    private volatile long claimedHead;
    private volatile long nextNumber;

    IntakeLoop(
            BlockIntake intake,
            BlockTaker taker,
            FollowerFactory followers,
            IntakeObserver observer,
            Duration tick,
            InstantSource clock,
            FaultHandler faults) {
        this.intake = intake;
        this.taker = taker;
        this.followers = followers;
        this.observer = observer;
        this.followed = intake.followed();
        this.nextNumber = intake.tip().number() + 1;
        this.loop = EventLoop.ticking(
                "committer-intake", MAILBOX, this::on, faults, new EventLoop.Ticks<>(tick, clock, this::tick));
    }

    IntakeLoop start() {
        loop.start();
        return this;
    }

    private IntakeEvent tick(Instant now) {
        return new IntakeEvent.Tick(now.toEpochMilli() - busyMillis);
    }

    private void on(IntakeEvent event) throws InterruptedException {
        for (IntakeEffect effect : intake.on(event)) {
            switch (effect) {
                case Accept(CheckedBlock block) -> accept(block);
                case Follow follow -> follow(follow);
                case Refused(var source, var flaw) -> observer.refused(source, flaw);
                case Switched(var from, var to, var reason) -> {
                    stopFollowing();
                    observer.switched(from, to, reason);
                }
            }
        }
        followed = intake.followed();
        claimedHead = intake.claimedHead();
        nextNumber = intake.tip().number() + 1;
    }

    private void accept(CheckedBlock block) throws InterruptedException {
        long start = System.nanoTime();
        taker.take(block);
        if (ConfigurationBarrier.isRaisedBy(block.block())) {
            intake.configured(taker.awaitTip().configuration());
        }
        busyMillis += (System.nanoTime() - start) / 1_000_000;
    }

    private void follow(Follow follow) {
        stopFollowing();
        nextNumber = follow.fromNumber();
        long attempt = follow.attempt();
        follower = followers.follow(follow.source(), follow.fromNumber(), new ArrivedBlocks() {
            @Override
            public void arrived(byte[] bytes, BooleanSupplier givenUp) throws InterruptedException {
                IntakeEvent event = new IntakeEvent.Arrived(attempt, bytes);
                while (!givenUp.getAsBoolean() && !loop.offer(event, OFFER_WAIT)) {
                    if (!loop.isRunning()) {
                        return;
                    }
                }
            }

            @Override
            public void lost(Throwable reason) {
                loop.offer(new IntakeEvent.Lost(attempt));
            }
        });
    }

    private void stopFollowing() {
        if (follower != null) {
            follower.close();
            follower = null;
        }
    }

    /// A party says how far its chain reaches.
    void headSeen(int party, long number) {
        loop.offer(new IntakeEvent.HeadSeen(party, number));
    }

    /// The number of the next block.
    long nextNumber() {
        return nextNumber;
    }

    /// The source that is followed now.
    public BlockSource followed() {
        return followed;
    }

    /// The highest block number that a party claims whose word counts.
    public long claimedHead() {
        return claimedHead;
    }

    @Override
    public void close() {
        loop.close();
        stopFollowing();
    }
}
