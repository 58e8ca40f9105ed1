package io.florin.instant.authority.adapter;

import io.florin.instant.authority.OwnWindows;
import io.florin.instant.authority.RestartCheck;
import io.florin.instant.authority.Standing;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.runtime.service.FaultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// All shards of one authority in one process, of either kind, and what they may do together ([Standing]). The first
/// failure of any shard stops all of them: half an authority would hold up credits.
///
/// Any thread. Nothing waits but [#close].
///
/// @param <C> cores of one kind of shards
/// @param <V> their events
/// @param <A> their answers
/// @param <E> their effects
final class RunningShards<C, V, A, E> implements AutoCloseable {

    private final AuthorityPlan plan;
    private final Kind<C, V, A, E> kind;
    private final OtherAuthorities others;
    private final FaultHandler faults;
    private final InstantLog log;
    private final RestoredMark mark;
    private final List<ShardLoop<C, V, A, E>> shards = new ArrayList<>();
    private final OwnWindows own;
    private final RestartWatch restart;
    private volatile Standing standing;

    /// Differences between accounts and outputs.
    interface Kind<C, V, A, E> {
        /// A fresh core.
        ShardCore<C, V, A, E> core(int shard, AuthoritySigner signer);

        A refused(RailRefusal reason);

        /// On the thread of the shard that it leaves; every effect but answers.
        void carryOut(int fromShard, E effect);
    }

    /// Takes in the journals; nothing runs before [#start].
    RunningShards(
            AuthorityPlan plan,
            ShardLimits limits,
            Kind<C, V, A, E> kind,
            OtherAuthorities others,
            FaultHandler faults,
            ShardJournals journals) {
        this.plan = plan;
        this.kind = kind;
        this.others = others;
        this.faults = faults;
        this.log = new InstantLog(plan.number());
        this.mark = new RestoredMark(plan.directory());
        this.standing = mark.isSet() ? Standing.RESTORED : Standing.STARTING;
        boolean whole = false;
        try {
            for (int shard = 0; shard < plan.shards(); shard++) {
                shards.add(open(shard, limits, journals));
            }
            whole = true;
        } finally {
            if (!whole) {
                shards.forEach(ShardLoop::close);
            }
        }
        this.own = new OwnWindows(
                shards.stream().map(shard -> shard.windows().closed()).toList());
        this.restart = new RestartWatch(
                new RestartCheck(plan.scope(), plan.number(), plan.verifier(), own), others, this::decided, this::fail);
    }

    private ShardLoop<C, V, A, E> open(int number, ShardLimits limits, ShardJournals journals) {
        var signer = new RestrainedSigner(plan.signer(), () -> standing != Standing.RESTORED);
        ShardLoop<C, V, A, E> shard = new ShardLoop<>(
                "authority-" + plan.number() + "-shard-" + number,
                kind.core(number, signer),
                journals.of(number),
                limits,
                new ShardLoop.Surroundings<>(this::closesWindows, effect -> kind.carryOut(number, effect), this::fail));
        log.replayed(number, shard.head());
        return shard;
    }

    void start() {
        shards.forEach(ShardLoop::start);
        if (standing == Standing.STARTING) {
            restart.start();
        } else {
            log.restored();
        }
    }

    private synchronized void decided(RestartCheck.Verdict verdict) {
        if (verdict == RestartCheck.Verdict.RESTORED && standing != Standing.STOPPED) {
            standing = Standing.RESTORED;
            mark.set();
            log.restored();
        } else if (verdict == RestartCheck.Verdict.SIGNS && standing == Standing.STARTING) {
            standing = Standing.SIGNING;
            log.signs();
        }
    }

    Standing standing() {
        return standing;
    }

    InstantLog log() {
        return log;
    }

    private boolean closesWindows() {
        return standing == Standing.SIGNING || standing == Standing.RESTORED;
    }

    // ---- requests; answered once, on a thread that must not wait

    /// A request whose answer is signed.
    void signed(int shard, LongFunction<V> event, Consumer<A> answer) {
        Optional<RailRefusal> refusal = standing.refusal();
        if (refusal.isPresent()) {
            answer.accept(kind.refused(refusal.get()));
        } else {
            // a request under way when the journals prove to be an older copy is refused, too
            ask(
                    shard,
                    event,
                    given -> answer.accept(
                            standing == Standing.RESTORED ? kind.refused(RailRefusal.JOURNAL_RESTORED) : given));
        }
    }

    void ask(int shard, LongFunction<V> event, Consumer<A> answer) {
        if (!shards.get(shard).ask(event, answer)) {
            answer.accept(kind.refused(
                    standing == Standing.STOPPED ? RailRefusal.AUTHORITY_STOPPED : RailRefusal.AUTHORITY_BUSY));
        }
    }

    /// The first answer of any shard that is the one looked for; else the last.
    void askAll(LongFunction<V> event, Predicate<A> isFound, Consumer<A> answer) {
        AtomicInteger missing = new AtomicInteger(shards.size());
        Consumer<A> first = given -> {
            if (isFound.test(given) || missing.decrementAndGet() == 0) {
                answer.accept(given);
            }
        };
        for (int shard = 0; shard < shards.size(); shard++) {
            ask(shard, event, first);
        }
    }

    int count() {
        return shards.size();
    }

    /// Of the ledger, as far as all journals had it at the start.
    long followedAtStart() {
        return shards.stream().mapToLong(ShardLoop::ledgerHeight).min().orElse(0);
    }

    /// Requests that may still be taken by the fullest shard.
    int room() {
        return shards.stream().mapToInt(ShardLoop::room).min().orElse(0);
    }

    /// Windows that are held of another authority.
    List<HeldWindow> held(int authority) {
        Map<Integer, HeldWindow> all = new TreeMap<>();
        for (ShardLoop<C, V, A, E> shard : shards) {
            shard.windows().of(authority).forEach((stream, held) -> all.merge(stream, held, RunningShards::later));
        }
        return List.copyOf(all.values());
    }

    private static HeldWindow later(HeldWindow one, HeldWindow other) {
        if (one.taken() != other.taken()) {
            return one.taken() > other.taken() ? one : other;
        }
        return one.last().isPresent() ? one : other;
    }

    // ---- what others tell

    /// @return false if it has to be told again
    boolean tell(int shard, V event) {
        return shards.get(shard).tell(event);
    }

    /// @return false if it has to be told again; a shard that knows it ignores it
    boolean tellAll(V event) {
        boolean told = true;
        for (ShardLoop<C, V, A, E> shard : shards) {
            told &= shard.tell(event);
        }
        return told;
    }

    /// Sends a window of this authority's own to the others, as long as it may sign.
    void publish(ExecutedWindow window) {
        if (standing == Standing.SIGNING) {
            own.leaves(window);
            others.publish(window);
        }
    }

    // ---- end

    private void fail(String component, Throwable cause) {
        synchronized (this) {
            if (standing == Standing.STOPPED) {
                return;
            }
            standing = Standing.STOPPED;
        }
        log.stopped(component, cause);
        faults.stopped(component, cause);
        // a shard must not wait for its own end, nor two of them for each other's
        Thread.ofVirtual().name("authority-" + plan.number() + "-stop").start(this::closeShards);
    }

    @Override
    public void close() {
        synchronized (this) {
            standing = Standing.STOPPED;
        }
        closeShards();
    }

    private void closeShards() {
        restart.close();
        shards.forEach(ShardLoop::close);
    }

    /// Shows a core to operators and judges, on its shard's thread.
    ///
    /// @return false if there is no room, or the shard has stopped
    boolean look(int shard, Consumer<C> reader) {
        return shards.get(shard).look(reader);
    }
}
