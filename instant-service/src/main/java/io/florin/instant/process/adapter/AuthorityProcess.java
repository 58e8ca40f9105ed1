package io.florin.instant.process.adapter;

import io.florin.identity.NodeIdentity;
import io.florin.instant.authority.Standing;
import io.florin.instant.authority.adapter.Authority;
import io.florin.instant.authority.adapter.AuthorityPlan;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.OutputAuthority;
import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.channel.adapter.AccountRequests;
import io.florin.instant.channel.adapter.AuthorityLinks;
import io.florin.instant.channel.adapter.ChannelLimits;
import io.florin.instant.channel.adapter.OutputRequests;
import io.florin.instant.channel.adapter.RailListener;
import io.florin.instant.channel.adapter.RailRequests;
import io.florin.instant.ledger.adapter.LedgerFollower;
import io.florin.instant.ledger.adapter.PositionFile;
import io.florin.instant.standing.adapter.StandingFollower;
import io.florin.ledger.Invariant;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.runtime.Failure;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.disk.Directories;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.FaultHandler;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.context.SmartLifecycle;

/// An authority as a process. It begins in this order: journals (snapshot, then records), links, shards, port; nothing
/// is signed before the others have said what they hold of it. Where the configuration has no such rail yet, it follows
/// the ledger until there is one. It ends in the opposite order: what is not on the disk has not left.
///
/// An authority whose journal fails stops for good, with all of its shards: its port then refuses by number, its health
/// says why, and only a new process goes on. One that cannot be opened at the start does not start.
public final class AuthorityProcess implements SmartLifecycle {

    private final NodeIdentity node;
    private final InstantProperties properties;
    private final SigningKeys keys;
    private final FaultHandler faults;
    private final InstantLog log;
    private final LedgerFollower ledger;
    private final StandingFollower standings;
    private final BackgroundLoop followsLedger;
    private final BackgroundLoop followsStandings;
    private volatile Optional<Opened> opened = Optional.empty();
    private volatile String stopped = "";
    private volatile boolean running;

    /// An authority that was opened, with its surroundings.
    ///
    /// @param listener its port
    public record Opened(
            InstantRail rail,
            RailAuthority authority,
            AuthorityLinks links,
            RailListener listener,
            AuthoritySigner signer)
            implements AutoCloseable {

        /// Nothing new comes in; then the shards end, and then nobody is asked any more.
        @Override
        public void close() {
            listener.close();
            authority.close();
            links.close();
            signer.close();
        }
    }

    /// Services that are asked.
    ///
    /// @param committers the preferred one first
    public record Sources(List<ResultsApi> committers, RegistrationInternalApi registration) {
        public Sources {
            committers = List.copyOf(committers);
        }
    }

    public AuthorityProcess(
            NodeIdentity node, InstantProperties properties, SigningKeys keys, Sources sources, FaultHandler faults) {
        this.node = node;
        this.properties = properties;
        this.keys = keys;
        this.faults = faults;
        this.log = new InstantLog(node.id());
        Directories.create(properties.directory());
        this.ledger = new LedgerFollower(
                node.genesis(),
                properties.railId(),
                new ResultReader(sources.committers(), (_, block, reason) -> log.resultRefused(block, reason)),
                new PositionFile(properties.directory()),
                new LedgerFollower.Bounds(properties.blocksMax(), properties.awaitBlock()),
                log,
                this::openOrStop);
        this.standings = new StandingFollower(
                sources.registration(),
                node.networkId(),
                node.genesis().configuration().registrationKey(),
                () -> opened.map(Opened::authority),
                log);
        String name = "instant-" + node.id();
        this.followsLedger = new BackgroundLoop(name + "-ledger", properties.poll(), faults, ledger::step);
        this.followsStandings = new BackgroundLoop(name + "-standings", properties.poll(), faults, standings::step);
    }

    @Override
    public void start() {
        ledger.begin();
        running = true;
        followsLedger.start();
        followsStandings.start();
    }

    @Override
    public void stop() {
        followsStandings.stop();
        followsLedger.stop();
        opened.ifPresent(Opened::close);
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return 0;
    }

    /// At the start a failure ends the start. Later there is nobody to tell but health, and whoever restarts processes.
    private RailAuthority openOrStop(InstantRail rail) {
        try {
            return open(rail);
        } catch (RuntimeException broken) {
            if (!running) {
                throw broken;
            }
            log.cannotOpen(broken);
            stopped = "the authority cannot be opened";
            throw new Invariant.Broken(stopped);
        }
    }

    private RailAuthority open(InstantRail rail) {
        RailScope scope = rail.committee().scope(node.networkId());
        Map<Integer, InetSocketAddress> others = others(rail);
        AuthoritySigner signer = keys.of(scope, rail.committee());
        Optional<RailAuthority> made = Optional.empty();
        boolean whole = false;
        try {
            AuthorityLinks links = new AuthorityLinks(node.tls(), others, log);
            RailAuthority authority = RailAuthority.open(
                    rail.kind(), plan(scope, rail, signer), properties.limits(), links, this::authorityStopped);
            made = Optional.of(authority);
            RailListener listener = new RailListener(
                    node.tls(),
                    new InetSocketAddress(properties.address(), properties.port()),
                    requests(authority),
                    ChannelLimits.DEFAULT,
                    log);
            opened = Optional.of(new Opened(rail, authority, links, listener, signer));
            links.start();
            authority.start();
            listener.start();
            whole = true;
            return authority;
        } finally {
            if (!whole) {
                made.ifPresent(RailAuthority::close);
                signer.close();
            }
        }
    }

    private AuthorityPlan plan(RailScope scope, InstantRail rail, AuthoritySigner signer) {
        return new AuthorityPlan(
                scope,
                rail.committee(),
                rail.committee().verifier(node.networkId(), new SecureRandom()),
                signer,
                node.id(),
                properties.shards(),
                AuthorityPlan.directory(properties.directory(), scope));
    }

    private static RailRequests requests(RailAuthority authority) {
        return switch (authority) {
            case Authority accounts -> new AccountRequests(accounts);
            case OutputAuthority outputs -> new OutputRequests(outputs);
        };
    }

    private Map<Integer, InetSocketAddress> others(InstantRail rail) {
        Map<Integer, InetSocketAddress> others = new TreeMap<>();
        properties.authorities().forEach(other -> others.put(other.id(), other.socket()));
        others.remove(node.id());
        int authorities = rail.committee().size().authorities();
        for (int authority = 1; authority <= authorities; authority++) {
            if (authority != node.id() && !others.containsKey(authority)) {
                throw new Failure("no address of authority " + authority + ": florin.instant.authorities");
            }
        }
        others.keySet().removeIf(authority -> authority > authorities);
        return others;
    }

    /// A shard's own word for what broke may name files, and health is shown to everybody.
    private void authorityStopped(String component, Throwable cause) {
        stopped = component.endsWith("-journal")
                ? "a journal failed, and nothing is signed any more: " + component
                : "a shard failed, and nothing is signed any more: " + component;
        faults.stopped(component, cause);
    }

    /// Empty while the ledger has no such rail.
    public Optional<Opened> opened() {
        return opened;
    }

    /// Whether requests are answered: the authority signs.
    public boolean isSigning() {
        return opened.filter(it -> it.authority().standing() == Standing.SIGNING)
                .isPresent();
    }

    /// Reason for which nothing is signed; empty while it is.
    public String trouble() {
        if (!stopped.isEmpty()) {
            return stopped;
        }
        return opened.map(it -> switch (it.authority().standing()) {
                    case SIGNING -> "";
                    case STARTING -> "the others are asked what they hold of this authority";
                    case RESTORED -> "the journals are an older copy: nothing is signed in this epoch";
                    case STOPPED -> "stopped";
                })
                .orElse("the ledger has no rail " + properties.rail() + " yet");
    }

    /// Whether it has stopped for good.
    public boolean hasStopped() {
        return !stopped.isEmpty();
    }

    public LedgerFollower ledger() {
        return ledger;
    }

    public StandingFollower standings() {
        return standings;
    }

    /// Other authorities that are connected now.
    public long connected() {
        return opened.map(it -> it.links().connected()).orElse(0L);
    }

    /// Clients' connections to the rail's port.
    public int clients() {
        return opened.map(it -> it.listener().connections()).orElse(0);
    }
}
