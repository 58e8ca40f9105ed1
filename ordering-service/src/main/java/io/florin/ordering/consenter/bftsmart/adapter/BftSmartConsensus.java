package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.reconfiguration.util.HostsConfig;
import bftsmart.reconfiguration.util.TOMConfiguration;
import bftsmart.reconfiguration.views.MemoryBasedViewStorage;
import bftsmart.tom.ServiceReplica;
import bftsmart.tom.core.TOMLayer;
import bftsmart.tom.core.messages.TOMMessage;
import bftsmart.tom.server.defaultservices.DefaultReplier;
import io.florin.ordering.consenter.Consensus;
import io.florin.ordering.consenter.Decisions;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Members of BFT-SMaRt groups, one for each view.
///
/// A member keeps its log in memory, starts at consensus 0, and is thrown away with its view; what lasts is in the
/// header chain. Members reach each other through [LinkTunnels]; batches come by [#submit], so the library's own client
/// side, which slows down by a second per request when one replica is away, is not used at all.
///
/// Starting blocks inside the library until enough members report the same position, so it has a thread of its own;
/// whoever started it decides when it took too long and calls [#stop].
public final class BftSmartConsensus implements Consensus, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BftSmartConsensus.class);
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration NUDGE_EVERY = Duration.ofMillis(200);
    private static final Duration ENDED = Duration.ofSeconds(10);
    private static final int PORT_TRIES = 50;
    private static final int LANE_REQUESTS_MAX = 4;

    private final Parties parties;
    private final int self;
    private final Certificates certificates;
    private final ConsensusProperties properties;
    private final Decisions decisions;
    private final MemberKeys keys;
    private final LinkTunnels tunnels;
    private final Object lock = new Object();
    private volatile @Nullable Member current;

    /// @param directory keeps the member's RSA key
    public BftSmartConsensus(
            Path directory,
            Parties parties,
            int self,
            Certificates certificates,
            NodeTls tls,
            ConsensusProperties properties,
            Decisions decisions) {
        this.parties = parties;
        this.self = self;
        this.certificates = certificates;
        this.properties = properties;
        this.decisions = decisions;
        this.keys = new MemberKeys(directory, self, certificates);
        this.tunnels = new LinkTunnels(parties, self, tls, properties, keys);
        MemberStreamFilter.install();
        LoopbackPatch.install();
        tunnels.start();
    }

    @Override
    public void start(long view, Head start, boolean founding) {
        synchronized (lock) {
            stopCurrent();
            var member = new Member(view);
            current = member;
            member.start();
        }
    }

    @Override
    public void stop(long view) {
        synchronized (lock) {
            Member member = current;
            if (member != null && member.view == view) {
                stopCurrent();
            }
        }
    }

    /// @return what ends the member's threads
    private Optional<Thread> stopCurrent() {
        Optional<Member> member = Optional.ofNullable(current);
        current = null;
        return member.map(Member::stop);
    }

    @Override
    public boolean submit(Batch batch) {
        Member member = current;
        return member != null && member.view == batch.view() && member.submit(batch);
    }

    @Override
    public int leaderChanges() {
        Member member = current;
        TOMLayer layer = member == null || !member.ready
                ? null
                : member.application.state().layer();
        return layer == null ? 0 : layer.getSynchronizer().getLCManager().getLastReg();
    }

    /// Returns when the member's threads are told to end, or after a bound; the last of them end by themselves soon
    /// after.
    @Override
    public void close() {
        Optional<Thread> ending;
        synchronized (lock) {
            ending = stopCurrent();
        }
        tunnels.close();
        ending.ifPresent(BftSmartConsensus::await);
    }

    private static void await(Thread ending) {
        try {
            if (!ending.join(ENDED)) {
                log.warn("a member's threads do not end: {}", ending.getName());
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /// One life of a replica.
    private final class Member implements Decisions {
        private final long view;
        private final ThreadGroup threads;
        private final ReplicaListener listener = new ReplicaListener();
        private final MemberApplication application;
        private final LeaderWatch leader = new LeaderWatch(properties.leaderAway());
        /// The last request of each client, until it is decided.
        private final Map<Integer, TOMMessage> waiting = new ConcurrentHashMap<>();
        private final List<LinkTunnels.Way> ways = new ArrayList<>();
        private volatile boolean stopped;
        private volatile boolean ready;

        Member(long view) {
            this.view = view;
            this.threads = new ThreadGroup(MemberStreamFilter.GROUP_PREFIX + self + "-view-" + view) {
                /// A thread of the library that dies takes its part of the member with it, and nobody would notice.
                /// Those of one link do when it breaks in the middle of a message; that costs this link only.
                @Override
                public void uncaughtException(Thread thread, Throwable failure) {
                    if (isOfALink(thread)) {
                        log.debug("link's thread ended: {} {}", thread.getName(), failure.toString());
                    } else {
                        failed(view, thread.getName() + ": " + failure);
                    }
                }
            };
            this.application = new MemberApplication(view, parties, certificates, listener, this);
        }

        void start() {
            Thread starter = new Thread(threads, this::run, threads.getName());
            starter.setDaemon(true); // so are then the threads that the library makes, but for those of netty
            starter.start();
        }

        private void run() {
            try {
                HostsConfig hosts = new HostsConfig();
                var mapping = new ReplicaMapping(parties, view);
                int own = mapping.replicaOf(self);
                int port = freePair();
                hosts.add(own, LOOPBACK, port);
                var configuration = new TOMConfiguration(own, settings(), hosts);
                var placeholder =
                        new PlaceholderReplica(keys.privateKey(), configuration.getDHP(), configuration.getDHG());
                for (int replica = 0; replica < parties.size(); replica++) {
                    if (replica != own) {
                        hosts.add(replica, LOOPBACK, replica < own ? localPort(mapping, replica, placeholder) : 1);
                    }
                }
                configuration.setRsaLoader(keys.loader(mapping));
                tunnels.open(new LinkRoute(mapping, listener.port(), listener::isTakenOver, placeholder));
                Thread.ofVirtual().name("consensus-nudge-" + self).start(this::lookAfter);
                new ServiceReplica(
                        configuration,
                        new MemoryBasedViewStorage(),
                        application,
                        application,
                        application,
                        new DefaultReplier());
                synchronized (lock) {
                    if (!stopped) {
                        ready = true;
                        decisions.ready(view);
                        return;
                    }
                }
                shutDown();
            } catch (RuntimeException failure) {
                shutDown();
                listener.close();
                failed(view, failure.toString());
            }
        }

        /// Port on this host at which the links to a replica begin: a member connects to those with a lower number
        /// only.
        private int localPort(ReplicaMapping mapping, int replica, PlaceholderReplica placeholder) {
            LinkTunnels.Way way = tunnels.to(mapping.partyOf(replica), mapping, placeholder);
            synchronized (ways) {
                ways.add(way);
            }
            return way.port() - 1;
        }

        private Properties settings() {
            int size = parties.size();
            var settings = new Properties();
            settings.putAll(Map.ofEntries(
                    Map.entry("system.servers.num", Integer.toString(size)),
                    Map.entry("system.servers.f", Integer.toString(parties.faults())),
                    Map.entry(
                            "system.initial.view",
                            IntStream.range(0, size).mapToObj(Integer::toString).collect(Collectors.joining(","))),
                    Map.entry("system.bft", "true"),
                    Map.entry("system.communication.useMACs", "1"),
                    Map.entry("system.communication.useSignatures", "0"),
                    Map.entry("system.communication.useSenderThread", "true"),
                    Map.entry("system.communication.inQueueSize", "2000"),
                    Map.entry("system.communication.outQueueSize", "512"),
                    Map.entry(
                            "system.totalordermulticast.timeout",
                            Long.toString(properties.timeout().toMillis())),
                    Map.entry("system.totalordermulticast.log", "true"),
                    Map.entry("system.totalordermulticast.state_transfer", "true"),
                    Map.entry(
                            "system.totalordermulticast.checkpoint_period",
                            Integer.toString(properties.checkpointPeriod())),
                    Map.entry("system.totalordermulticast.maxbatchsize", Integer.toString(properties.requestsMax())),
                    // a party has one request of each lane under way; more are dropped, whoever brings them
                    Map.entry("system.communication.useControlFlow", Integer.toString(LANE_REQUESTS_MAX)),
                    Map.entry("system.numnettyworkers", "1")));
            return settings;
        }

        boolean submit(Batch batch) {
            TOMLayer layer = application.state().layer();
            if (!ready || stopped || layer == null) {
                return false;
            }
            byte[] encoded = batch.encode();
            if (!application.isValidRequest(encoded)) {
                return false;
            }
            TOMMessage request = LibraryRequests.request(batch, encoded, layer.controller.getCurrentViewId());
            int client = LibraryRequests.client(batch);
            waiting.put(client, request);
            layer.requestReceived(request);
            if (!request.equals(waiting.get(client))) {
                layer.requestsTimer.unwatch(request);
            }
            return true;
        }

        private void lookAfter() {
            while (!stopped) {
                try {
                    Thread.sleep(NUDGE_EVERY);
                } catch (InterruptedException interrupted) {
                    return;
                }
                nudge();
                watchLeader();
            }
        }

        /// The library stops to watch a request when it is decided, and begins to when it comes; where both happen at
        /// the same time it may begin last, and would later take a healthy leader for a slow one because of it.
        private void noLongerWaits(Batch batch) {
            TOMLayer layer = application.state().layer();
            waiting.computeIfPresent(LibraryRequests.client(batch), (_, request) -> {
                if (request.getSequence() > batch.sequence()) {
                    return request;
                }
                if (layer != null) {
                    layer.requestsTimer.unwatch(request);
                }
                return null;
            });
        }

        /// A thread of the library that finds its link missing sleeps for five seconds before it looks again, also when
        /// the link has come meanwhile. That would cost every view five seconds, so sleepers are woken.
        private void nudge() {
            for (Thread thread : threads()) {
                if (thread.getState() == Thread.State.TIMED_WAITING
                        && thread.getName().startsWith("Receiver for ")) {
                    thread.interrupt();
                }
            }
        }

        private void watchLeader() {
            TOMLayer layer = application.state().layer();
            if (!ready || stopped || layer == null) {
                return;
            }
            int replica = layer.execManager.getCurrentLeader();
            int party = new ReplicaMapping(parties, view).partyOf(replica);
            boolean linked = party == self || tunnels.isLinked(party);
            if (leader.isGone(replica, linked, System.nanoTime())) {
                LeaderWatch.askForAnother(layer, List.copyOf(waiting.values()));
            }
        }

        private List<Thread> threads() {
            Thread[] found = new Thread[threads.activeCount() + 16];
            int count = threads.enumerate(found);
            return Arrays.asList(found).subList(0, count);
        }

        /// @return the thread that ends the others
        Thread stop() {
            stopped = true;
            tunnels.shut();
            synchronized (ways) {
                ways.forEach(LinkTunnels.Way::close);
            }
            return Thread.ofPlatform().daemon().name("consensus-stop-" + self).start(this::shutDown);
        }

        /// Ends the library's threads. Before the library is built there is nothing to end: then its listener stays,
        /// and this is called again when it is built.
        private void shutDown() {
            TOMLayer layer = application.state().layer();
            application.state().giveUp();
            if (layer != null) {
                layer.shutdown();
                listener.close();
            }
            for (Thread thread : threads()) {
                if (isOfALink(thread)) {
                    thread.interrupt();
                }
            }
        }

        // ---- decisions of this member only, and only while it is the current one

        @Override
        public Head decided(long ofView, List<Batch> batches) {
            requireRunning();
            batches.forEach(this::noLongerWaits);
            return decisions.decided(ofView, batches);
        }

        @Override
        public Head position(long ofView) {
            return decisions.position(ofView);
        }

        @Override
        public void install(long ofView, Head position) {
            requireRunning();
            waiting.clear();
            decisions.install(ofView, position);
        }

        @Override
        public void ready(long ofView) {
            decisions.ready(ofView);
        }

        @Override
        public void failed(long ofView, String reason) {
            if (!stopped) {
                decisions.failed(ofView, reason);
            }
        }

        private void requireRunning() {
            if (stopped) {
                throw new Failure("member of view " + view + " was stopped");
            }
        }
    }

    private static boolean isOfALink(Thread thread) {
        return thread.getName().startsWith("Receiver for") || thread.getName().startsWith("Sender for");
    }

    /// A port p of the loopback address for the library's clients, which it has none of; p + 1 is its own for links,
    /// until [ReplicaListener] takes over.
    private static int freePair() {
        for (int i = 0; i < PORT_TRIES; i++) {
            try (var first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    var second = new ServerSocket(first.getLocalPort() + 1, 1, InetAddress.getLoopbackAddress())) {
                return second.getLocalPort() - 1;
            } catch (IOException | IllegalArgumentException taken) {
                log.debug("no pair of ports: {}", taken.toString());
            }
        }
        throw new Failure("no two free ports side by side");
    }
}
