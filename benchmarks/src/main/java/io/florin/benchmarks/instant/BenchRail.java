package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchFailure;
import io.florin.crypto.Bytes32;
import io.florin.instant.account.AccountShard;
import io.florin.instant.authority.Standing;
import io.florin.instant.authority.adapter.Authority;
import io.florin.instant.authority.adapter.AuthorityPlan;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.OtherAuthorities;
import io.florin.instant.authority.adapter.OutputAuthority;
import io.florin.instant.authority.adapter.ShardLimits;
import io.florin.instant.channel.adapter.AccountRequests;
import io.florin.instant.channel.adapter.AuthorityLinks;
import io.florin.instant.channel.adapter.ChannelLimits;
import io.florin.instant.channel.adapter.OutputRequests;
import io.florin.instant.channel.adapter.RailListener;
import io.florin.instant.channel.adapter.RailRequests;
import io.florin.instant.output.OutputShard;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.FrameStream;
import io.florin.runtime.rail.RailLink;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A committee of one rail in this process: each authority with journals, threads, a port with mutual TLS, links to the
/// others, and a verifier of its own. Nothing is shared between two of them but the processor and the disk.
final class BenchRail implements AutoCloseable {
    private static final String NETWORK = "bench";
    private static final int SHARDS = 1;
    private static final int OPEN_MAX = 8192;
    private static final Duration WITHIN = Duration.ofSeconds(60);

    /// Looks in turn with equal hashes: on a busy machine a thread with a window may stand still during some of them.
    private static final int LOOKS_AT_REST = 5;

    /// Journals are replayed whole in the end, so nothing takes the place of their records.
    private static final ShardLimits LIMITS =
            new ShardLimits(OPEN_MAX, OPEN_MAX, Duration.ofMillis(250), Long.MAX_VALUE);

    private static final ChannelLimits CHANNEL =
            new ChannelLimits(4, OPEN_MAX, 64 * 1024 * 1024, 64, Duration.ofSeconds(30), FrameStream.SILENT_AFTER);

    private final CertificateAuthority issuer = CertificateAuthority.create(NETWORK, Instant.now());
    private final TestRail rail;
    private final boolean accounts;
    private final Path directory;
    private final Map<Integer, RailListener> listeners = new TreeMap<>();
    private final List<AuthorityLinks> links = new ArrayList<>();
    private final Map<Integer, Running> running = new TreeMap<>();
    private final AtomicReference<@Nullable String> fault = new AtomicReference<>();

    /// An authority of either kind.
    private sealed interface Running extends AutoCloseable {
        record OfAccounts(Authority authority) implements Running {
            @Override
            public void close() {
                authority.close();
            }
        }

        record OfOutputs(OutputAuthority authority) implements Running {
            @Override
            public void close() {
                authority.close();
            }
        }

        @Override
        void close();
    }

    BenchRail(TestRail rail, boolean accounts, Path directory) {
        this.rail = rail;
        this.accounts = accounts;
        this.directory = directory;
    }

    TestRail rail() {
        return rail;
    }

    /// Starts these authorities; one that is alone takes its own word for what the others hold.
    void start(List<Integer> numbers) {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        Map<Integer, AtomicReference<RailRequests>> requests = new TreeMap<>();
        for (int number : numbers) {
            AtomicReference<RailRequests> served = new AtomicReference<>();
            requests.put(number, served);
            RailListener listener = new RailListener(
                    node(new Peer(NodeRole.INSTANT, number)),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    (caller, request, answer) ->
                            Objects.requireNonNull(served.get()).ask(caller, request, answer),
                    CHANNEL,
                    new InstantLog(number));
            listeners.put(number, listener);
            addresses.put(number, new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port()));
        }
        for (int number : numbers) {
            Running authority = open(number, others(number, addresses));
            running.put(number, authority);
            RailRequests served = switch (authority) {
                case Running.OfAccounts(var it) -> new AccountRequests(it);
                case Running.OfOutputs(var it) -> new OutputRequests(it);
            };
            Objects.requireNonNull(requests.get(number)).set(served);
        }
        listeners.values().forEach(RailListener::start);
        links.forEach(AuthorityLinks::start);
        running.values().forEach(BenchRail::startOne);
        long end = System.nanoTime() + WITHIN.toNanos();
        while (!running.values().stream().allMatch(it -> standing(it) == Standing.SIGNING)) {
            BenchFailure.require(System.nanoTime() < end, "the authorities do not begin to sign");
            LockSupport.parkNanos(1_000_000);
        }
    }

    private OtherAuthorities others(int number, Map<Integer, InetSocketAddress> addresses) {
        if (addresses.size() == 1) {
            return new NoOthers(number, rail.committee().size().authorities());
        }
        Map<Integer, InetSocketAddress> rest = new TreeMap<>(addresses);
        rest.remove(number);
        AuthorityLinks made =
                new AuthorityLinks(node(new Peer(NodeRole.INSTANT, number)), rest, new InstantLog(number));
        links.add(made);
        return made;
    }

    private Running open(int number, OtherAuthorities others) {
        AuthorityPlan plan = new AuthorityPlan(
                rail.scope(),
                rail.committee(),
                rail.committee().verifier(rail.scope().network(), new SecureRandom()),
                rail.signer(number),
                number,
                SHARDS,
                directory.resolve("authority-" + number));
        return accounts
                ? new Running.OfAccounts(new Authority(plan, LIMITS, others, this::stopped))
                : new Running.OfOutputs(new OutputAuthority(plan, LIMITS, others, this::stopped));
    }

    private void stopped(String component, Throwable cause) {
        fault.compareAndSet(null, component + " stopped: " + cause);
    }

    private static void startOne(Running authority) {
        switch (authority) {
            case Running.OfAccounts(var it) -> it.start();
            case Running.OfOutputs(var it) -> it.start();
        }
    }

    private static Standing standing(Running authority) {
        return switch (authority) {
            case Running.OfAccounts(var it) -> it.standing();
            case Running.OfOutputs(var it) -> it.standing();
        };
    }

    private NodeTls node(Peer peer) {
        KeyPair keys = CertificateAuthority.newKeyPair();
        return NodeTls.of(
                NETWORK,
                peer,
                keys.getPrivate(),
                List.of(issuer.issue(NETWORK, peer, keys.getPublic(), Instant.now())),
                issuer.certificate());
    }

    /// A client's connections, one to each authority.
    Map<Integer, RailLink> connect() {
        NodeTls client = node(new Peer(NodeRole.BANK, 1));
        Map<Integer, RailLink> all = new TreeMap<>();
        listeners.forEach((number, listener) -> all.put(
                number,
                new RailLink(
                                client,
                                new Peer(NodeRole.INSTANT, number),
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port()),
                                OPEN_MAX,
                                RailLink.Watcher.none())
                        .start()));
        long end = System.nanoTime() + WITHIN.toNanos();
        while (!all.values().stream().allMatch(RailLink::isConnected)) {
            BenchFailure.require(System.nanoTime() < end, "an authority takes no connection");
            LockSupport.parkNanos(1_000_000);
        }
        return all;
    }

    void deposit(Bytes32 key, RailAccount owner, Amount amount) {
        for (Running authority : running.values()) {
            boolean told = false;
            while (!told) {
                told = switch (authority) {
                    case Running.OfAccounts(var it) -> it.deposit(key, owner, amount);
                    case Running.OfOutputs(var it) -> it.deposit(key, owner, amount);
                };
                if (!told) {
                    requireGoing();
                    LockSupport.parkNanos(100_000);
                }
            }
        }
    }

    void requireGoing() {
        String stopped = fault.get();
        BenchFailure.require(stopped == null, String.valueOf(stopped));
    }

    // ---- proof

    <T> List<T> ofAccounts(Function<AccountShard, T> question) {
        List<T> all = new ArrayList<>();
        for (Running authority : running.values()) {
            if (authority instanceof Running.OfAccounts(var it)) {
                all.add(asked(question, reader -> it.look(0, reader)));
            }
        }
        return all;
    }

    <T> List<T> ofOutputs(Function<OutputShard, T> question) {
        List<T> all = new ArrayList<>();
        for (Running authority : running.values()) {
            if (authority instanceof Running.OfOutputs(var it)) {
                all.add(asked(question, reader -> it.look(0, reader)));
            }
        }
        return all;
    }

    private <S, T> T asked(Function<S, T> question, Function<Consumer<S>, Boolean> look) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        BenchFailure.require(look.apply(core -> answer.complete(question.apply(core))), "a shard takes no question");
        try {
            return answer.get(WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException none) {
            throw new BenchFailure("a shard does not answer: " + none);
        }
    }

    /// Waits until those that a quorum did not need have executed everything as well.
    void awaitEqual(PaymentSource source, int[] made) {
        long end = System.nanoTime() + WITHIN.toNanos();
        while (true) {
            try {
                source.prove(this, made);
                return;
            } catch (BenchFailure notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    /// Hashes of the shards once no window is on its way any more: the last records are on the disk then, and a stop
    /// loses none.
    private List<Bytes32> settledHashes() {
        long end = System.nanoTime() + WITHIN.toNanos();
        List<Bytes32> before = stateHashes();
        int same = 0;
        while (same < LOOKS_AT_REST) {
            LockSupport.parkNanos(4 * LIMITS.windowEvery().toNanos());
            List<Bytes32> now = stateHashes();
            same = now.equals(before) ? same + 1 : 0;
            BenchFailure.require(System.nanoTime() < end, "the authorities do not come to rest");
            before = now;
        }
        return before;
    }

    private List<Bytes32> stateHashes() {
        return accounts ? ofAccounts(AccountShard::stateHash) : ofOutputs(OutputShard::stateHash);
    }

    /// Stops everything, and reads all journals anew: the state must be the one that answered.
    void replay(List<Integer> numbers) {
        List<Bytes32> before = settledHashes();
        stop();
        for (int number : numbers) {
            Running again = open(number, new NoOthers(number, 0));
            startOne(again);
            running.put(number, again);
        }
        BenchFailure.require(stateHashes().equals(before), "a replay of the journals gives another state");
        requireGoing();
    }

    private void stop() {
        listeners.values().forEach(RailListener::close);
        links.forEach(AuthorityLinks::close);
        running.values().forEach(Running::close);
        listeners.clear();
        links.clear();
        running.clear();
    }

    @Override
    public void close() {
        stop();
    }
}
