package io.florin.instant.ledger.adapter;

import io.florin.instant.authority.Standing;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.ledger.RailBlock;
import io.florin.instant.ledger.RailNews;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.runtime.Failure;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Follows the ledger and tells the authority what concerns its rail, block by block: deposits, rescues and outcomes
/// in their order, then the height. A shard has everything of a block in its journal before that block's height, so the
/// lowest height of its journals is where a start goes on, whatever was killed at which step. What is told twice
/// changes nothing.
///
/// | state | step |
/// |---|---|
/// | the configuration has no such rail yet | reads on; the first one that has it opens the authority |
/// | open | reads on behind what is in the journals, and tells |
/// | a shard has no room | tells the same again, and reads nothing before |
/// | the authority has stopped | nothing |
///
/// Results are believed as [ResultReader] proves them: by the word of g + 1 committers. With g = 0 the rail trusts the
/// committer that it follows, with each deposit.
///
/// One loop drives it; any thread asks how far it is.
public final class LedgerFollower {

    /// Of two positions in the file's stead the older one is written: its block is on the disks of the shards by then.
    private static final int POSITION_EVERY = 64;

    private final Genesis genesis;
    private final RailId rail;
    private final ResultReader results;
    private final PositionFile file;
    private final Function<InstantRail, RailAuthority> opening;
    private final Bounds bounds;
    private final InstantLog log;
    private final Deque<BooleanSupplier> untold = new ArrayDeque<>();
    private @Nullable RailAuthority authority;
    private Optional<Long> sought = Optional.empty();
    private ResultTip tip;
    private ResultTip toWrite;
    private volatile long told;
    private volatile String trouble = "nothing followed yet";

    /// @param blocksMax blocks that are asked for at a time
    /// @param awaitBlock how long a committer may hold a question for the next block
    public record Bounds(int blocksMax, Duration awaitBlock) {}

    /// @param opening opens and starts the authority; called once
    public LedgerFollower(
            Genesis genesis,
            RailId rail,
            ResultReader results,
            PositionFile file,
            Bounds bounds,
            InstantLog log,
            Function<InstantRail, RailAuthority> opening) {
        this.genesis = genesis;
        this.rail = rail;
        this.results = results;
        this.file = file;
        this.bounds = bounds;
        this.log = log;
        this.opening = opening;
        this.tip = file.read(genesis);
        this.toWrite = tip;
    }

    /// Opens the authority if it is known already that there is such a rail, before the first [#step].
    ///
    /// @throws Failure if it cannot be opened
    public void begin() {
        openIfThereIsOne();
    }

    /// @return how many blocks
    public int step() {
        try {
            int blocks = next();
            trouble = authority == null ? "the ledger has no rail " + rail.value() + " yet" : "";
            return blocks;
        } catch (Failure known) {
            // why a call failed may name addresses, and health is shown to everybody
            trouble = known.getCause() instanceof RestClientException
                    ? "no committer answers"
                    : String.valueOf(known.getMessage());
            throw known;
        }
    }

    private int next() {
        if (authority != null && authority.standing() == Standing.STOPPED) {
            return 0;
        }
        if (!tellRest()) {
            return BackgroundLoop.AWAITS;
        }
        if (sought.isPresent()) {
            tip = results.tipAt(genesis, sought.get());
            toWrite = tip;
            sought = Optional.empty();
        }
        List<SettledBlock> blocks = results.after(tip, bounds.blocksMax(), bounds.awaitBlock());
        int taken = 0;
        for (SettledBlock block : blocks) {
            take(block);
            taken++;
            if (authority == null && openIfThereIsOne()) {
                file.write(block.after()); // from now on a start needs no committer to know that there is a rail
                break; // the rest is read again, from where the journals are
            }
        }
        return tellRest() ? taken : BackgroundLoop.AWAITS;
    }

    private void take(SettledBlock block) {
        RailAuthority open = authority;
        if (open != null) {
            long height = block.number();
            for (RailNews news : RailBlock.of(block, tip.configuration(), rail)) {
                untold.add(() -> tell(open, height, news));
            }
            untold.add(() -> open.height(height));
            untold.add(() -> {
                told = Math.max(told, height);
                return true;
            });
        }
        tip = block.after();
        if (tip.number() % POSITION_EVERY == 0) {
            file.write(toWrite);
            toWrite = tip;
        }
    }

    private boolean tell(RailAuthority to, long height, RailNews news) {
        return switch (news) {
            case RailNews.Deposited(var key, var owner, var amount) -> to.deposit(key, owner, amount);
            case RailNews.RescueBegun(var evidence) -> to.rescue(height, evidence);
            case RailNews.RescueEnded(var outcome) -> to.outcome(height, outcome);
            case RailNews.Ignored(String transaction, String why) -> {
                log.ledgerIgnored(height, transaction, why);
                yield true;
            }
        };
    }

    /// In their order: what follows waits.
    private boolean tellRest() {
        while (!untold.isEmpty()) {
            if (!untold.getFirst().getAsBoolean()) {
                return false;
            }
            untold.removeFirst();
        }
        return true;
    }

    private boolean openIfThereIsOne() {
        Optional<InstantRail> found = tip.configuration().rail(rail);
        if (found.isEmpty()) {
            return false;
        }
        RailAuthority opened = opening.apply(found.get());
        authority = opened;
        told = opened.followedAtStart();
        if (tip.number() > told) {
            sought = Optional.of(told);
        }
        log.followsFrom(told);
        return true;
    }

    /// The last block that the authority was told of, or had in its journals at the start; 0 before the first.
    public long told() {
        return told;
    }

    /// Reason for which the ledger is not followed; empty when all is well.
    public String trouble() {
        return trouble;
    }
}
