package io.florin.ordering.consenter.bftsmart.adapter;

import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.ordering.protocol.Parties;
import io.florin.runtime.Failure;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.NodeTls;
import io.florin.runtime.identity.Peer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Links between members, in TLS between the parties. The library itself speaks plain TCP with weak keys and reads
/// whatever Java object comes; here it speaks to loopback addresses only, and what goes over the network is one
/// mutually authenticated connection for each pair of members, in which the accepting side has checked
///
/// - the party by its certificate, and that the first word of the link names the same party,
/// - the round: members of different rounds never meet, so a party that is late cannot disturb a new group,
/// - the party's consensus key, signed with the key that genesis names.
///
/// The ports on the loopback address are new for each member, so a member that ends slowly never keeps its successor
/// from starting. A link that comes before the member is there is held for a while.
final class LinkTunnels implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LinkTunnels.class);
    private static final int MAGIC = 0x464C4E32;
    private static final int PROBE = 1;
    private static final int LINK = 2;
    private static final int HELLO_MAX = 4096;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final int RETRY_MILLIS = 50;
    private static final int PROBE_EVERY_MILLIS = 1_000;
    private static final int NOTICE_MILLIS = 200;
    private static final int LINKS_MAX = 256;

    private final Parties parties;
    private final int self;
    private final NodeTls tls;
    private final ConsensusProperties properties;
    private final MemberKeys keys;
    private final SSLContext context;
    private final SSLServerSocket entrance;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Socket> inbound = new ConcurrentHashMap<>();
    private volatile @Nullable Route route;
    private volatile boolean closed;

    /// This party's member of a round.
    ///
    /// @param port where it listens for the others' links
    /// @param standIn for members that are away
    record Route(Seats seats, int port, StandIn standIn) {
        long round() {
            return seats.round();
        }
    }

    LinkTunnels(Parties parties, int self, NodeTls tls, ConsensusProperties properties, MemberKeys keys) {
        this.parties = parties;
        this.self = self;
        this.tls = tls;
        this.properties = properties;
        this.keys = keys;
        this.context = tls.context(tls.networkTrust());
        ConsensusProperties.Party own = properties.party(self);
        String host = properties.bindAddress() == null ? own.host() : properties.bindAddress();
        try {
            this.entrance = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
            entrance.setReuseAddress(true);
            entrance.setNeedClientAuth(true);
            entrance.setEnabledProtocols(new String[] {"TLSv1.3"});
            entrance.bind(new InetSocketAddress(host, own.port()), LINKS_MAX);
        } catch (IOException broken) {
            throw new Failure("consensus port cannot be opened: " + host + ":" + own.port(), broken);
        }
    }

    MemberKeys keys() {
        return keys;
    }

    void start() {
        Thread.ofVirtual().name("consensus-links-" + self).start(this::acceptLinks);
    }

    /// From now on links of the round lead to this member.
    void open(Route member) {
        route = member;
        for (int party : parties.ids()) {
            if (member.seats().replicaOf(party) > member.seats().replicaOf(self)) {
                Thread.ofVirtual().name("consensus-stand-in-" + party).start(() -> standInForCaller(member, party));
            }
        }
    }

    /// No member any more: closes all links.
    void shut() {
        route = null;
        List.copyOf(open).forEach(LinkTunnels::closeQuietly);
        inbound.clear();
    }

    /// The local end of links to one other party.
    record Way(ServerSocket local) implements AutoCloseable {
        int port() {
            return local.getLocalPort();
        }

        @Override
        public void close() {
            closeQuietly(local);
        }
    }

    /// Opens a local port whose connections are carried to the other party's member of the round.
    Way to(int party, Seats seats, StandIn standIn) {
        try {
            ServerSocket local = new ServerSocket(0, LINKS_MAX, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().name("consensus-way-" + self + "-" + party).start(() -> {
                while (!local.isClosed()) {
                    try {
                        Socket near = local.accept();
                        Thread.ofVirtual()
                                .name("consensus-link-" + self + "-" + party)
                                .start(() -> dial(near, party, seats.round(), standIn));
                    } catch (IOException ended) {
                        log.debug("way closed: party={} reason={}", party, ended.toString());
                    }
                }
            });
            return new Way(local);
        } catch (IOException broken) {
            throw new Failure("no local port for links to party " + party, broken);
        }
    }

    // ---- this side makes the link

    private void dial(Socket near, int party, long round, StandIn standIn) {
        open.add(near);
        SSLSocket far = null;
        try {
            near.setTcpNoDelay(true);
            far = call(party, round, LINK);
            far.setSoTimeout((int) properties.holdFor().toMillis() + HANDSHAKE_MILLIS);
            keys.present(party, readHello(new DataInputStream(far.getInputStream())));
            far.setSoTimeout(0);
            join(near, far, "link-to-" + party);
        } catch (IOException | RuntimeException away) {
            log.debug("no link: party={} round={} reason={}", party, round, away.toString());
            drop(far);
            standInForCalled(near, party, round, standIn);
        }
    }

    /// Makes a connection to the other party and says what it is for.
    private SSLSocket call(int party, long round, int kind) throws IOException {
        ConsensusProperties.Party address = properties.party(party);
        var far = (SSLSocket) context.getSocketFactory().createSocket();
        open.add(far);
        try {
            far.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
            prepare(far);
            far.startHandshake();
            if (peer(far)
                    .filter(it -> it.equals(new Peer(NodeRole.ORDERING, party)))
                    .isEmpty()) {
                throw new IOException("another node answers at the address of party " + party);
            }
            var output = new DataOutputStream(far.getOutputStream());
            output.writeInt(MAGIC);
            output.writeLong(round);
            output.writeByte(kind);
            writeHello(output);
            output.flush();
            return far;
        } catch (IOException | RuntimeException failed) {
            drop(far);
            throw failed;
        }
    }

    /// Takes the place of a party that does not answer, until it does.
    private void standInForCalled(Socket near, int party, long round, StandIn standIn) {
        keys.away(party);
        Thread.ofVirtual().name("consensus-probe-" + party).start(() -> {
            while (!near.isClosed() && !answers(party, round)) {
                pauseQuietly(PROBE_EVERY_MILLIS);
            }
            drop(near);
        });
        try {
            new DataInputStream(near.getInputStream()).readInt();
            standIn.serve(near);
        } catch (IOException | RuntimeException ended) {
            log.debug("stand-in ended: party={} reason={}", party, ended.toString());
        } finally {
            drop(near);
        }
    }

    private boolean answers(int party, long round) {
        SSLSocket far = null;
        try {
            far = call(party, round, PROBE);
            return new DataInputStream(far.getInputStream()).readBoolean();
        } catch (IOException | RuntimeException away) {
            return false;
        } finally {
            drop(far);
        }
    }

    /// Takes the place of a party that has not called after a while; its own link replaces this one.
    private void standInForCaller(Route member, int party) {
        pauseQuietly(PROBE_EVERY_MILLIS);
        if (inbound.containsKey(party)) {
            return;
        }
        Socket near = null;
        try {
            near = connect(member.round());
            open.add(near);
            if (inbound.putIfAbsent(party, near) != null) {
                return;
            }
            keys.away(party);
            new DataOutputStream(near.getOutputStream()).writeInt(member.seats().replicaOf(party));
            member.standIn().serve(near);
        } catch (IOException | RuntimeException ended) {
            log.debug("stand-in ended: party={} reason={}", party, ended.toString());
        } finally {
            drop(near);
        }
    }

    // ---- the other side makes the link

    private void acceptLinks() {
        while (!closed) {
            try {
                var far = (SSLSocket) entrance.accept();
                if (open.size() > LINKS_MAX) {
                    closeQuietly(far);
                    continue;
                }
                Thread.ofVirtual().name("consensus-accept-" + self).start(() -> accept(far));
            } catch (IOException failed) {
                if (!closed) {
                    new OrderingLog(self).consensusPortFailed(failed.toString());
                }
            }
        }
    }

    private void accept(SSLSocket far) {
        Socket near = null;
        open.add(far);
        try {
            prepare(far);
            far.startHandshake();
            int party = peer(far)
                    .filter(peer -> peer.role() == NodeRole.ORDERING && parties.contains(peer.id()))
                    .orElseThrow(() -> new IOException("caller is no ordering party"))
                    .id();
            var input = new DataInputStream(far.getInputStream());
            if (input.readInt() != MAGIC) {
                throw new IOException("not a link");
            }
            long round = input.readLong();
            int kind = input.readUnsignedByte();
            byte[] presentation = readHello(input);
            var output = new DataOutputStream(far.getOutputStream());
            if (kind == PROBE) {
                output.writeBoolean(routeOf(round).isPresent());
                output.flush();
                drop(far);
                return;
            }
            near = connect(round);
            Route to = routeOf(round).orElseThrow(() -> new IOException("round " + round + " ended"));
            keys.present(party, presentation);
            Socket before = inbound.get(party);
            if (before != null) {
                drop(before);
                drop(near);
                pauseQuietly(NOTICE_MILLIS);
                near = connect(round);
            }
            open.add(near);
            inbound.put(party, near);
            writeHello(output);
            output.flush();
            int replica = input.readInt();
            if (replica != to.seats().replicaOf(party)) {
                throw new IOException("party " + party + " says it is replica " + replica);
            }
            new DataOutputStream(near.getOutputStream()).writeInt(replica);
            far.setSoTimeout(0);
            join(far, near, "link-from-" + party);
        } catch (IOException | RuntimeException refused) {
            log.debug("link refused: reason={}", refused.toString());
            drop(far);
            drop(near);
        }
    }

    /// Connects to this party's member of the round, waiting for it for a while.
    private Socket connect(long round) throws IOException {
        long deadline = System.nanoTime() + properties.holdFor().toNanos();
        while (System.nanoTime() < deadline && !closed) {
            Optional<Route> to = routeOf(round);
            if (to.isPresent()) {
                var near = new Socket();
                try {
                    near.setTcpNoDelay(true);
                    near.connect(
                            new InetSocketAddress(
                                    InetAddress.getLoopbackAddress(), to.get().port()),
                            CONNECT_MILLIS);
                    return near;
                } catch (IOException notYet) {
                    closeQuietly(near);
                }
            }
            pauseQuietly(RETRY_MILLIS);
        }
        throw new IOException("no member of round " + round + " here");
    }

    private static void pauseQuietly(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Route> routeOf(long round) {
        return Optional.ofNullable(route).filter(it -> it.round() == round);
    }

    // ---- both

    private static void prepare(SSLSocket far) throws IOException {
        far.setTcpNoDelay(true);
        far.setKeepAlive(true);
        far.setSoTimeout(HANDSHAKE_MILLIS);
    }

    private Optional<Peer> peer(SSLSocket far) throws IOException {
        return far.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                ? Peer.of(certificate, tls.network())
                : Optional.empty();
    }

    private void writeHello(DataOutputStream output) throws IOException {
        byte[] presentation = keys.presentation();
        output.writeInt(presentation.length);
        output.write(presentation);
    }

    private static byte[] readHello(DataInputStream input) throws IOException {
        int length = input.readInt();
        if (length < 1 || length > HELLO_MAX) {
            throw new DecodeException("presentation of " + length + " bytes");
        }
        byte[] presentation = new byte[length];
        input.readFully(presentation);
        return presentation;
    }

    /// Carries bytes both ways until one side ends, then closes both.
    private void join(Socket one, Socket other, String name) {
        carry(one, other, name);
        carry(other, one, name);
    }

    private void carry(Socket from, Socket to, String name) {
        Thread.ofVirtual().name("consensus-" + self + "-" + name).start(() -> {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException ended) {
                log.debug("link ended: name={} reason={}", name, ended.toString());
            } finally {
                drop(from);
                drop(to);
            }
        });
    }

    private void drop(@Nullable Socket socket) {
        if (socket != null) {
            open.remove(socket);
            inbound.values().remove(socket);
            closeQuietly(socket);
        }
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception ended) {
            log.debug("closing: {}", ended.toString());
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(entrance);
        var all = new ArrayList<>(open);
        all.forEach(LinkTunnels::closeQuietly);
    }
}
