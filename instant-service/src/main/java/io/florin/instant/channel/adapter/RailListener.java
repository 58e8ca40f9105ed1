package io.florin.instant.channel.adapter;

import io.florin.instant.authority.adapter.InstantLog;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.FrameStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;

/// The port of an authority: mutual TLS with nodes of the network, whose clients may have a few connections each
/// ([ClientConnection]). Whoever shows no certificate, or a slow one, costs one of a few places for a few seconds.
public final class RailListener implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final NodeTls tls;
    private final SSLContext context;
    private final ServerSocket entrance;
    private final RailRequests requests;
    private final ChannelLimits limits;
    private final InstantLog log;
    private final Semaphore handshakes;
    private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
    private final Map<Peer, Client> clients = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /// Connections and requests that one client may have at once.
    private record Client(Semaphore connections, Semaphore requests) {}

    /// Opens the port; nobody is answered before [#start].
    ///
    /// @throws Failure if the port cannot be had
    public RailListener(
            NodeTls tls, InetSocketAddress address, RailRequests requests, ChannelLimits limits, InstantLog log) {
        this.tls = tls;
        this.requests = requests;
        this.limits = limits;
        this.log = log;
        this.context = tls.context(tls.networkTrust());
        this.handshakes = new Semaphore(limits.handshakesMax());
        try {
            this.entrance = new ServerSocket();
            entrance.setReuseAddress(true);
            entrance.bind(address, BACKLOG);
        } catch (IOException broken) {
            throw new Failure("the rail's port cannot be opened: " + address, broken);
        }
    }

    public void start() {
        Thread.ofVirtual().name("rail-accept").start(this::accept);
        Thread.ofVirtual().name("rail-stalled").start(this::endStalled);
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /// Connections of known callers.
    public int connections() {
        return connections.size();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = entrance.accept();
                if (handshakes.tryAcquire()) {
                    Thread.ofVirtual().name("rail-handshake").start(() -> meet(socket));
                } else {
                    socket.close();
                }
            } catch (IOException broken) {
                if (!closed) {
                    log.portFailed(String.valueOf(broken.getMessage()));
                    pause(LOOK_EVERY);
                }
            }
        }
    }

    private void meet(Socket socket) {
        Optional<Peer> caller = Optional.empty();
        Optional<FrameStream> stream = Optional.empty();
        Thread deadline = cutAfter(socket);
        try {
            stream = Optional.of(FrameStream.called(context, socket));
            caller = stream.get().handshake(tls, HANDSHAKE_MILLIS);
        } catch (IOException | RuntimeException stranger) {
            // nobody of this network, or one who does not speak
        } finally {
            deadline.interrupt();
            handshakes.release();
        }
        if (caller.isEmpty() || closed) {
            stream.ifPresent(FrameStream::close);
            return;
        }
        serve(caller.get(), stream.orElseThrow());
    }

    /// One who says a byte now and then holds no place for ever.
    private static Thread cutAfter(Socket socket) {
        return Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(HANDSHAKE_MILLIS);
                socket.close();
            } catch (InterruptedException inTime) {
                Thread.currentThread().interrupt();
            } catch (IOException broken) {
                // closed all the same
            }
        });
    }

    private void serve(Peer caller, FrameStream stream) {
        Client client = clients.computeIfAbsent(
                caller,
                _ -> new Client(new Semaphore(limits.connectionsPerClient()), new Semaphore(limits.openPerClient())));
        var connection = new ClientConnection(caller, stream, requests, client.requests(), limits);
        if (!client.connections().tryAcquire()) {
            connection.refuse(new RailAnswer.Refused(RailRefusal.TOO_MANY_CONNECTIONS));
            return;
        }
        connections.add(connection);
        try {
            if (!closed) {
                connection.run();
            }
        } finally {
            connections.remove(connection);
            connection.close();
            client.connections().release();
        }
    }

    private void endStalled() {
        while (!closed) {
            pause(LOOK_EVERY);
            for (ClientConnection connection : connections) {
                if (connection.isStalled()) {
                    log.clientStalled(connection.caller().toString());
                    connection.close();
                }
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            entrance.close();
        } catch (IOException broken) {
            throw new Failure("the rail's port cannot be closed", broken);
        } finally {
            connections.forEach(ClientConnection::close);
        }
    }
}
