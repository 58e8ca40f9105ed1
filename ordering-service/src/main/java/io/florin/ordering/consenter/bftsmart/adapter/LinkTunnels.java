package io.florin.ordering.consenter.bftsmart.adapter;

import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.ordering.protocol.Parties;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
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
/// - the view: members of different views never meet, so a party that is late cannot disturb a new group,
/// - the party's consensus key, signed with the key that genesis names,
/// - its part of the library's key agreement, for which the library would wait for ever: see [KeyOffer].
///
/// What comes over the link passes [MessageBound].
///
/// The ports on the loopback address are new for each member, so a member that ends slowly never keeps its successor
/// from starting. A link that comes before the member is there is held for a while. A party that does not answer, or
/// does not come to an agreement, has a [PlaceholderReplica] until it does; meanwhile links to it are prepared beside.
final class LinkTunnels implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LinkTunnels.class);
    private static final int MAGIC = 0x464C4E33;
    private static final int HELLO_MAX = 4096;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final int RETRY_MILLIS = 50;
    private static final int RETRY_AWAY_MILLIS = 1_000;
    private static final int BACKLOG = 256;
    private static final int STRANGERS_MAX = 128;
    /// Links of one party that are being made at a time.
    private static final int ARRIVALS_MAX = 4;

    private final Parties parties;
    private final int self;
    private final NodeTls tls;
    private final ConsensusProperties properties;
    private final MemberKeys keys;
    private final SSLContext context;
    private final SSLServerSocket entrance;
    private final LinkSockets open = new LinkSockets();
    private final LinkHandshakes handshakes;
    private final Map<Integer, Socket> linked = new ConcurrentHashMap<>();
    private final Map<Integer, Agreed> prepared = new ConcurrentHashMap<>();
    private final MessageBound messages;
    private final UnauthenticatedLinks unauthenticated = new UnauthenticatedLinks(STRANGERS_MAX);
    private final Map<Integer, Semaphore> arrivals = new TreeMap<>();
    private volatile @Nullable LinkRoute route;
    private volatile boolean closed;

    /// A link to another party's member that needs only to be joined to this party's.
    private record Agreed(SSLSocket far, PublicKey key, KeyOffer theirs) {}

    LinkTunnels(Parties parties, int self, NodeTls tls, ConsensusProperties properties, MemberKeys keys) {
        this.parties = parties;
        this.self = self;
        this.tls = tls;
        this.properties = properties;
        this.keys = keys;
        this.handshakes = new LinkHandshakes(parties, keys, open);
        this.messages = new MessageBound(properties.messageBytesMax());
        this.context = tls.context(tls.networkTrust());
        parties.ids().forEach(party -> arrivals.put(party, new Semaphore(ARRIVALS_MAX)));
        ConsensusProperties.Party own = properties.party(self);
        String host = properties.bindAddress() == null ? own.host() : properties.bindAddress();
        try {
            this.entrance = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
            entrance.setReuseAddress(true);
            entrance.setNeedClientAuth(true);
            entrance.setEnabledProtocols(new String[] {"TLSv1.3"});
            entrance.bind(new InetSocketAddress(host, own.port()), BACKLOG);
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

    /// From now on links of the view lead to this member.
    void open(LinkRoute member) {
        route = member;
        for (int party : parties.ids()) {
            if (member.mapping().replicaOf(party) > member.mapping().replicaOf(self)) {
                Thread.ofVirtual()
                        .name("consensus-placeholder-" + party)
                        .start(() -> placeholderForCaller(member, party));
            }
        }
    }

    /// Whether there is a link to the other party's own member, not to somebody that sits in for it.
    boolean isLinked(int party) {
        Socket far = linked.get(party);
        return far != null && !far.isClosed();
    }

    /// No member any more: closes all links.
    void shut() {
        route = null;
        open.closeAll();
        handshakes.forget();
        linked.clear();
        prepared.clear();
    }

    /// The local end of links to one other party.
    record Way(ServerSocket local) implements AutoCloseable {
        int port() {
            return local.getLocalPort();
        }

        @Override
        public void close() {
            LinkSockets.closeQuietly(local);
        }
    }

    /// Opens a local port whose connections are carried to the other party's member of the view.
    Way to(int party, ReplicaMapping mapping, PlaceholderReplica placeholder) {
        try {
            ServerSocket local = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().name("consensus-way-" + self + "-" + party).start(() -> {
                while (!local.isClosed()) {
                    try {
                        Socket near = local.accept();
                        Thread.ofVirtual()
                                .name("consensus-link-" + self + "-" + party)
                                .start(() -> dial(near, party, mapping.view(), placeholder));
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

    private void dial(Socket near, int party, long view, PlaceholderReplica placeholder) {
        open.add(near);
        try {
            near.setTcpNoDelay(true);
            near.setSoTimeout(HANDSHAKE_MILLIS);
            var input = new DataInputStream(near.getInputStream());
            int replica = input.readInt();
            KeyOffer ours = KeyOffer.read(input);
            Agreed ready = prepared.remove(party);
            Optional<Agreed> agreed = ready == null ? agree(party, view, replica, ours) : Optional.of(ready);
            var inside = new DataOutputStream(near.getOutputStream());
            if (agreed.isEmpty()) {
                handshakes.inPlaceOf(party, placeholder).writeTo(inside);
                Thread.ofVirtual()
                        .name("consensus-prepare-" + party)
                        .start(() -> prepare(near, party, view, replica, ours));
                PlaceholderReplica.listen(near);
                return;
            }
            SSLSocket far = agreed.get().far();
            keys.admit(party, agreed.get().key(), agreed.get().theirs());
            agreed.get().theirs().writeTo(inside);
            near.setSoTimeout(0);
            linked.put(party, far);
            join(near, far, "link-to-" + party);
            return;
        } catch (IOException | RuntimeException ended) {
            log.debug("no link: party={} round={} reason={}", party, view, ended.toString());
        }
        open.drop(near);
    }

    /// While somebody sits in for the party: makes a link with it, then has this party's member call again.
    private void prepare(Socket near, int party, long view, int replica, KeyOffer ours) {
        Optional<Agreed> agreed = Optional.empty();
        while (agreed.isEmpty() && !near.isClosed() && routeOf(view).isPresent()) {
            pauseQuietly(RETRY_AWAY_MILLIS);
            agreed = agree(party, view, replica, ours);
        }
        agreed.ifPresent(it -> prepared.put(party, it));
        open.drop(near);
        if (agreed.isPresent() && routeOf(view).isEmpty()) {
            prepared.remove(party);
            open.drop(agreed.get().far());
        }
    }

    /// A link with the other party's member, both parts of the key agreement exchanged; empty when it cannot be had
    /// now.
    private Optional<Agreed> agree(int party, long view, int replica, KeyOffer ours) {
        SSLSocket far = null;
        Thread deadline = null;
        try {
            far = call(party, view);
            int millis = (int) properties.holdFor().toMillis() + HANDSHAKE_MILLIS;
            far.setSoTimeout(millis);
            deadline = cutAfter(far, millis);
            var input = new DataInputStream(far.getInputStream());
            PublicKey key = keys.check(party, readHello(input));
            var output = new DataOutputStream(far.getOutputStream());
            output.writeInt(replica);
            ours.writeTo(output);
            KeyOffer theirs = KeyOffer.read(input);
            requireSigned(party, theirs, key);
            far.setSoTimeout(0);
            return Optional.of(new Agreed(far, key, theirs));
        } catch (IOException | RuntimeException away) {
            log.debug("no agreement: party={} round={} reason={}", party, view, away.toString());
            open.drop(far);
            return Optional.empty();
        } finally {
            if (deadline != null) {
                deadline.interrupt();
            }
        }
    }

    /// A peer that says a byte now and then does not hold up a member for ever.
    private static Thread cutAfter(Socket socket, int millis) {
        return Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(millis);
                LinkSockets.closeQuietly(socket);
            } catch (InterruptedException inTime) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void requireSigned(int party, KeyOffer offer, PublicKey key) throws IOException {
        if (!offer.isSignedBy(key)) {
            throw new IOException("bad signature of party " + party);
        }
    }

    /// Makes a connection to the other party and says what it is for.
    private SSLSocket call(int party, long view) throws IOException {
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
            output.writeLong(view);
            writeHello(output);
            output.flush();
            return far;
        } catch (IOException | RuntimeException failed) {
            open.drop(far);
            throw failed;
        }
    }

    /// Takes the place of a party that has not called after a while; its own link replaces this one.
    private void placeholderForCaller(LinkRoute member, int party) {
        pauseQuietly(RETRY_AWAY_MILLIS);
        while (route == member && !handshakes.has(party)) {
            if (!member.takesLinks().getAsBoolean()) {
                pauseQuietly(RETRY_MILLIS);
                continue;
            }
            Optional<Socket> near = handshakes.sitIn(member, party);
            try {
                if (near.isPresent()) {
                    PlaceholderReplica.listen(near.get());
                }
            } catch (IOException ended) {
                log.debug("placeholder ended: party={} reason={}", party, ended.toString());
            }
            near.ifPresent(open::drop);
        }
    }

    // ---- the other side makes the link

    private void acceptLinks() {
        while (!closed) {
            try {
                var far = (SSLSocket) entrance.accept();
                unauthenticated
                        .add(far)
                        .ifPresent(oldest -> Thread.ofVirtual().start(() -> LinkSockets.closeQuietly(oldest)));
                Thread.ofVirtual().name("consensus-accept-" + self).start(() -> accept(far));
            } catch (IOException failed) {
                if (!closed) {
                    new OrderingLog(self).consensusPortFailed(failed.toString());
                }
            }
        }
    }

    private void accept(SSLSocket far) {
        open.add(far);
        try {
            prepare(far);
            far.startHandshake();
            int party = peer(far)
                    .filter(peer -> peer.role() == NodeRole.ORDERING && parties.contains(peer.id()))
                    .orElseThrow(() -> new IOException("caller is no ordering party"))
                    .id();
            unauthenticated.remove(far);
            Semaphore places = Objects.requireNonNull(arrivals.get(party));
            if (!places.tryAcquire()) {
                throw new IOException("party " + party + " calls too often");
            }
            try {
                arrive(far, party);
            } finally {
                places.release();
            }
        } catch (IOException | RuntimeException refused) {
            log.debug("link refused: reason={}", refused.toString());
            open.drop(far);
        } finally {
            unauthenticated.remove(far);
        }
    }

    private void arrive(SSLSocket far, int party) throws IOException {
        var input = new DataInputStream(far.getInputStream());
        if (input.readInt() != MAGIC) {
            throw new IOException("not a link");
        }
        long view = input.readLong();
        byte[] presentation = readHello(input);
        LinkRoute to = awaitRoute(view);
        PublicKey key = keys.check(party, presentation);
        var output = new DataOutputStream(far.getOutputStream());
        writeHello(output);
        output.flush();
        int replica = input.readInt();
        if (replica != to.mapping().replicaOf(party)) {
            throw new IOException("party " + party + " says it is replica " + replica);
        }
        KeyOffer theirs = KeyOffer.read(input);
        requireSigned(party, theirs, key);
        awaitLibrary(to);
        LinkHandshakes.Met met = handshakes.bring(to, party, key, theirs);
        try {
            met.ours().writeTo(output);
            far.setSoTimeout(0);
        } catch (IOException gone) {
            open.drop(met.near());
            throw gone;
        }
        linked.put(party, far);
        join(met.near(), far, "link-from-" + party);
    }

    private LinkRoute awaitRoute(long view) throws IOException {
        long deadline = System.nanoTime() + properties.holdFor().toNanos();
        Optional<LinkRoute> to = routeOf(view);
        while (to.isEmpty() && System.nanoTime() < deadline && !closed) {
            pauseQuietly(RETRY_MILLIS);
            to = routeOf(view);
        }
        return to.orElseThrow(() -> new IOException("no member of view " + view + " here"));
    }

    /// Before the library takes links, what is brought would wait there, and be read when other keys may hold.
    private void awaitLibrary(LinkRoute to) throws IOException {
        long deadline = System.nanoTime() + properties.holdFor().toNanos();
        while (!to.takesLinks().getAsBoolean()) {
            if (System.nanoTime() > deadline || route != to) {
                throw new IOException("the member of view " + to.view() + " takes no links");
            }
            pauseQuietly(RETRY_MILLIS);
        }
    }

    private static void pauseQuietly(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<LinkRoute> routeOf(long view) {
        return Optional.ofNullable(route).filter(it -> it.view() == view);
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
    private void join(Socket near, Socket far, String name) {
        carry(near, far, name, InputStream::transferTo);
        carry(far, near, name, messages::carry);
    }

    @FunctionalInterface
    private interface Carrier {
        void carry(InputStream from, OutputStream to) throws IOException;
    }

    private void carry(Socket from, Socket to, String name, Carrier carrier) {
        Thread.ofVirtual().name("consensus-" + self + "-" + name).start(() -> {
            try {
                carrier.carry(from.getInputStream(), to.getOutputStream());
            } catch (IOException ended) {
                log.debug("link ended: name={} reason={}", name, ended.toString());
            } finally {
                open.drop(from);
                open.drop(to);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        LinkSockets.closeQuietly(entrance);
        open.closeAll();
    }
}
