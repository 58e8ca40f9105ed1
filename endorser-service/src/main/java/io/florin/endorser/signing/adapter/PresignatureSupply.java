package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.Preparations.Unprepared;
import io.florin.endorser.protocol.SupplyListener;
import io.florin.endorser.signing.adapter.SigningPeers.PeerFailure;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// Presignatures that this gatherer has made with others ahead of any message. One thread makes them, a batch at a
/// time, for the committee that has the fewest; takers wait for it.
///
/// Committees that are supplied without being asked for share out the other endorsers in turn, so that one that is down
/// empties one committee only. A committee that was asked for is supplied for some minutes more. Who does not answer,
/// or broke the protocol, is left out for a while; longer each time that it cost more than a moment, until it takes
/// part in a batch that succeeds. Meanwhile whoever asks for it is told so at once.
final class PresignatureSupply implements AutoCloseable {

    private static final long WANTED_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long IDLE_MILLIS = 500;
    private static final long LEFT_OUT_MAX_NANOS = Duration.ofMinutes(2).toNanos();
    private static final int DOUBLINGS_MAX = 10;

    private final SigningSurroundings surroundings;
    private final PartialSigner signer;
    private final SigningPeers peers;
    private final PresigningPeer theirs;
    private final SigningProperties properties;
    private final Threads threads;
    private final PresignatureMaker maker;
    private final int self;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Name, Committee> committees = new LinkedHashMap<>();
    private final Map<Integer, LeftOut> leftOut = new TreeMap<>();
    private final Thread thread;
    private Optional<SupplyListener> listener = Optional.empty();
    private final Map<Group, Set<Set<Integer>>> told = new HashMap<>();
    private long versionOpened;
    private volatile boolean closed;

    /// The other endorsers, and what is known of them.
    ///
    /// @param presigning this endorser's part in what they make
    record Others(SigningPeers peers, NonceEpochs epochs, ShownMessages evidence, PresigningPeer presigning) {}

    /// Executor of the work.
    ///
    /// @param calls waits for peers
    /// @param cpu computes, on one thread
    record Threads(ExecutorService calls, ExecutorService cpu, FaultHandler faults, String name) {}

    private record Name(NamespaceId namespace, long keyEpoch, List<Integer> members) {}

    private record Group(NamespaceId namespace, long keyEpoch) {}

    /// A member with which the last batch failed.
    ///
    /// @param times in a row that it was costly
    private record LeftOut(int times, long untilNanos, Unprepared why) {}

    private static final class Committee {
        private final EndorserGroup group;
        private final List<Integer> members;
        private final Deque<Presignature.PublicPart> ready = new ArrayDeque<>();
        private boolean unasked;
        private long askedNanos = Long.MIN_VALUE;
        private long notBeforeNanos = Long.MIN_VALUE;
        private long failures;
        private Unprepared lastFailure = new Unprepared("not tried yet", Set.of(), false);

        Committee(EndorserGroup group, List<Integer> members) {
            this.group = group;
            this.members = List.copyOf(members);
        }
    }

    PresignatureSupply(
            SigningSurroundings surroundings,
            PartialSigner signer,
            Others others,
            SigningProperties properties,
            Threads threads,
            RandomGenerator random) {
        this.surroundings = surroundings;
        this.signer = signer;
        this.peers = others.peers;
        this.theirs = others.presigning;
        this.properties = properties;
        this.threads = threads;
        this.maker = new PresignatureMaker(surroundings, signer, others, properties, threads, random);
        this.self = surroundings.self();
        this.thread = Thread.ofVirtual().name(threads.name()).unstarted(this::run);
    }

    void start(SupplyListener wantsToKnow) {
        listener = Optional.of(wantsToKnow);
        thread.start();
    }

    /// One presignature of these signers, each once; waits for it where there is none.
    SortedMap<Integer, Bytes> take(EndorserGroup group, List<Integer> signers) throws Unprepared, InterruptedException {
        List<Integer> members = signers.stream().sorted().toList();
        Presignature.PublicPart taken;
        lock.lockInterruptibly();
        try {
            Committee committee = committee(group, members);
            committee.askedNanos = System.nanoTime();
            committee.notBeforeNanos = Long.MIN_VALUE;
            long failures = committee.failures;
            long left = properties.prepareWithin().toNanos();
            changed.signalAll();
            while (committee.ready.isEmpty()) {
                if (committee.failures > failures) {
                    Unprepared last = committee.lastFailure;
                    throw new Unprepared(String.valueOf(last.getMessage()), last.members(), last.isUnreachable());
                }
                requireNobodyLeftOut(members);
                if (left <= 0 || closed) {
                    throw new Unprepared("no presignature in time", Set.of(), false);
                }
                left = changed.awaitNanos(left);
            }
            taken = committee.ready.removeFirst();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        tell(group);
        Bytes named = EcdsaGroup.naming(taken);
        SortedMap<Integer, Bytes> preparations = new TreeMap<>();
        members.forEach(member -> preparations.put(member, named));
        return preparations;
    }

    private void requireNobodyLeftOut(List<Integer> members) throws Unprepared {
        long nowNanos = System.nanoTime();
        Set<Integer> out = new TreeSet<>();
        boolean unreachable = true;
        String why = "";
        for (int member : members) {
            LeftOut how = leftOut.get(member);
            if (how != null && how.untilNanos > nowNanos) {
                out.add(member);
                unreachable &= how.why.isUnreachable();
                why = String.valueOf(how.why.getMessage());
            }
        }
        if (!out.isEmpty()) {
            throw new Unprepared(why, out, unreachable);
        }
    }

    private boolean isLeftOut(int member, long nowNanos) {
        LeftOut how = leftOut.get(member);
        return how != null && how.untilNanos > nowNanos;
    }

    /// Nothing that was made with a member before serves any more.
    void forget(NamespaceId namespace, long keyEpoch, int member) {
        List<Committee> emptied = new ArrayList<>();
        List<Presignature.PublicPart> dropped = new ArrayList<>();
        lock.lock();
        try {
            committees.forEach((name, committee) -> {
                if (name.namespace.equals(namespace)
                        && name.keyEpoch == keyEpoch
                        && name.members.contains(member)
                        && !committee.ready.isEmpty()) {
                    dropped.addAll(committee.ready);
                    committee.ready.clear();
                    emptied.add(committee);
                }
            });
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!emptied.isEmpty()) {
            EndorserGroup group = emptied.getFirst().group;
            dropped.forEach(each -> signer.drop(group, self, each.session()));
            tell(group);
        }
    }

    private Committee committee(EndorserGroup group, List<Integer> members) {
        return committees.computeIfAbsent(
                new Name(group.namespace(), group.epoch(), members), _ -> new Committee(group, members));
    }

    private void tell(EndorserGroup group) {
        Set<Set<Integer>> supplied = new HashSet<>();
        lock.lock();
        try {
            committees.forEach((name, committee) -> {
                boolean same = name.namespace.equals(group.namespace()) && name.keyEpoch == group.epoch();
                if (same && !committee.ready.isEmpty()) {
                    supplied.add(Set.copyOf(committee.members));
                }
            });
            var name = new Group(group.namespace(), group.epoch());
            if (supplied.equals(told.put(name, supplied))) {
                return;
            }
        } finally {
            lock.unlock();
        }
        listener.ifPresent(wantsToKnow -> wantsToKnow.supplied(group.namespace(), group.epoch(), supplied));
    }

    private void run() {
        try {
            while (!closed) {
                if (versionOpened != surroundings.ledger().now().configuration().version()) {
                    openLedgers();
                }
                Optional<Committee> next = next();
                if (next.isPresent()) {
                    make(next.get());
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            threads.faults().stopped(threads.name(), bug);
        }
    }

    /// Of keys that came into force since, too; one that refused does not try again.
    private void openLedgers() {
        NetworkConfiguration configuration = surroundings.ledger().now().configuration();
        endWithTheirKeys(configuration);
        configuration.endorserGroups().forEach(signer::open);
        versionOpened = configuration.version();
    }

    /// Presignatures under a key that counts no more serve nobody.
    private void endWithTheirKeys(NetworkConfiguration configuration) {
        lock.lock();
        try {
            committees
                    .keySet()
                    .removeIf(name -> configuration
                            .endorserGroup(name.namespace, name.keyEpoch)
                            .isEmpty());
            told.keySet()
                    .removeIf(name -> configuration
                            .endorserGroup(name.namespace, name.keyEpoch)
                            .isEmpty());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        signer.keepOnly(surroundings::isInForce);
        theirs.endWithTheirKeys();
    }

    /// The committee that needs presignatures most; empty after a while in which none did.
    private Optional<Committee> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Optional<Committee> neediest = neediest(System.nanoTime());
            if (neediest.isEmpty() && !closed) {
                boolean _ = changed.await(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                neediest = neediest(System.nanoTime());
            }
            return neediest;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Committee> neediest(long nowNanos) {
        shareOut(nowNanos);
        return committees.values().stream()
                .filter(each -> isWanted(each, nowNanos) && each.notBeforeNanos <= nowNanos)
                .filter(each -> each.ready.size() <= properties.presignatures() / 2)
                .filter(each -> each.members.stream().noneMatch(member -> isLeftOut(member, nowNanos)))
                .min(Comparator.comparingInt(each -> each.ready.size()));
    }

    private static boolean isWanted(Committee committee, long nowNanos) {
        return committee.unasked
                || (committee.askedNanos != Long.MIN_VALUE && nowNanos - committee.askedNanos < WANTED_NANOS);
    }

    /// Settles which committees are supplied unasked.
    private void shareOut(long nowNanos) {
        committees.values().forEach(each -> each.unasked = false);
        for (EndorserGroup configured :
                surroundings.ledger().now().configuration().endorserGroups()) {
            if (!(surroundings.keys().apply(configured).orElse(null) instanceof EndorsingKey.Ecdsa key)
                    || signer.epoch(key.group()).isEmpty()) {
                continue;
            }
            EndorserGroup group = key.group();
            int wanted = group.threshold() - 1;
            List<Integer> others = peers.members().stream()
                    .filter(member -> member <= group.verificationKeys().size()
                            && key.identities().containsKey(member))
                    .filter(member -> !isLeftOut(member, nowNanos))
                    .toList();
            for (int from = 0; from < others.size() && others.size() >= wanted; from += wanted) {
                int start = Math.min(from, others.size() - wanted);
                Set<Integer> members = new LinkedHashSet<>(others.subList(start, start + wanted));
                members.add(self);
                committee(group, members.stream().sorted().toList()).unasked = true;
            }
        }
        committees.values().removeIf(each -> !isWanted(each, nowNanos) && each.ready.isEmpty());
    }

    private void make(Committee committee) throws InterruptedException {
        long beganNanos = System.nanoTime();
        try {
            List<Presignature.PublicPart> made = maker.make(committee.group, committee.members);
            lock.lockInterruptibly();
            try {
                committee.ready.addAll(made);
                committee.members.forEach(leftOut::remove);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            tell(committee.group);
        } catch (PeerFailure failed) {
            EndorserLog.presigningFailed(committee.members.toString(), String.valueOf(failed.getMessage()));
            failed(
                    committee,
                    new Unprepared(
                            String.valueOf(failed.getMessage()), Set.of(failed.member()), failed.isUnreachable()),
                    beganNanos);
        } catch (Unprepared failed) {
            failed(committee, failed, beganNanos);
        } catch (Failure failed) {
            EndorserLog.presigningFailed(committee.members.toString(), String.valueOf(failed.getMessage()));
            failed(committee, new Unprepared(String.valueOf(failed.getMessage()), Set.of(), false), beganNanos);
        }
    }

    private void failed(Committee committee, Unprepared why, long beganNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nowNanos = System.nanoTime();
            committee.failures++;
            committee.lastFailure = why;
            committee.notBeforeNanos = nowNanos + properties.retryAfter().toNanos();
            why.members().stream()
                    .filter(member -> member != self)
                    .forEach(member -> leftOut.merge(
                            member,
                            leftOut(0, why, nowNanos - beganNanos, nowNanos),
                            (before, _) -> leftOut(before.times, why, nowNanos - beganNanos, nowNanos)));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// An attempt that fails at once costs little and is repeated soon; one that keeps the maker waiting, ever less
    /// often.
    private LeftOut leftOut(int timesBefore, Unprepared why, long tookNanos, long nowNanos) {
        long pauseNanos = properties.retryAfter().toNanos();
        boolean costly = tookNanos >= pauseNanos || !why.isUnreachable();
        int times = costly ? Math.min(timesBefore + 1, DOUBLINGS_MAX) : timesBefore;
        long longer = costly ? Math.max(pauseNanos, tookNanos) << (times - 1) : pauseNanos;
        return new LeftOut(times, nowNanos + Math.min(longer, LEFT_OUT_MAX_NANOS), why);
    }

    /// Presignatures at hand, of all committees.
    int ready() {
        lock.lock();
        try {
            return committees.values().stream()
                    .mapToInt(each -> each.ready.size())
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }
}
