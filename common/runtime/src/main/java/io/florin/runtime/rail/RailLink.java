package io.florin.runtime.rail;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The asking end of the connection to one authority. It is made again and again while the authority is away; what
/// waits for an answer then is told that it is lost, and whoever asked asks again: every request may be repeated.
///
/// Requests that wait go in one frame. They are bounded, from being asked to being answered; an authority that takes
/// and never answers costs no more than that. One that says nothing at all for a while is taken for dead, and its
/// connection is made anew. Any thread.
public final class RailLink implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final NodeTls tls;
    private final SSLContext context;
    private final Peer expected;
    private final InetSocketAddress address;
    private final Watcher watcher;
    private final Semaphore room;
    private final Duration silentAfter;
    private final BlockingQueue<RailMessage> outgoing;
    private final Map<Long, Consumer<Optional<RailAnswer>>> open = new ConcurrentHashMap<>();
    private final AtomicLong lastRequest = new AtomicLong();
    private volatile @Nullable FrameStream current;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /// Hears of the connection; on its thread.
    public interface Watcher {
        void away(Peer authority, String cause);

        void back(Peer authority);

        /// Nobody listens.
        static Watcher none() {
            return new Watcher() {
                @Override
                public void away(Peer authority, String cause) {}

                @Override
                public void back(Peer authority) {}
            };
        }
    }

    /// @param expected the authority that has to be at the address, by its certificate
    /// @param openMax requests that wait for an answer at once
    public RailLink(NodeTls tls, Peer expected, InetSocketAddress address, int openMax, Watcher watcher) {
        this(tls, expected, address, openMax, watcher, FrameStream.SILENT_AFTER);
    }

    /// @param silentAfter time after which an authority that says nothing is taken for dead
    public RailLink(
            NodeTls tls, Peer expected, InetSocketAddress address, int openMax, Watcher watcher, Duration silentAfter) {
        this.tls = tls;
        this.context = tls.context(tls.networkTrust());
        this.expected = expected;
        this.address = address;
        this.watcher = watcher;
        this.silentAfter = silentAfter;
        this.room = new Semaphore(openMax);
        this.outgoing = new ArrayBlockingQueue<>(openMax);
    }

    public RailLink start() {
        thread = Thread.ofVirtual().name("rail-link-" + expected).start(this::run);
        return this;
    }

    public boolean isConnected() {
        return current != null;
    }

    /// Asks, if there is a connection and room and the request is no larger than any may be.
    ///
    /// @param answer told once, on a thread that must not wait long; empty if the answer is lost
    /// @return false if nothing was sent, and nobody answers
    public boolean ask(RailRequest request, Consumer<Optional<RailAnswer>> answer) {
        FrameStream connection = current;
        if (connection == null) {
            return false;
        }
        Bytes content = request.encode();
        // before a place is taken, which nobody would give back
        if (content.size() > RailFrame.CONTENT_BYTES_MAX || !room.tryAcquire()) {
            return false;
        }
        long number = lastRequest.incrementAndGet();
        open.put(number, answer);
        boolean sent = outgoing.offer(new RailMessage(number, content));
        if ((!sent || current != connection) && open.remove(number) != null) {
            room.release();
            return false;
        }
        return true;
    }

    private void run() {
        boolean failing = false;
        while (!closed) {
            try (FrameStream connection = connect()) {
                if (failing) {
                    watcher.back(expected);
                }
                failing = false;
                serve(connection);
            } catch (IOException | DecodeException broken) {
                if (!failing && !closed) {
                    watcher.away(expected, String.valueOf(broken.getMessage()));
                }
                failing = true;
            }
            lose();
            pause();
        }
    }

    private FrameStream connect() throws IOException {
        Socket socket = new Socket();
        boolean made = false;
        try {
            socket.connect(address, CONNECT_MILLIS);
            FrameStream connection = FrameStream.calling(context, socket);
            if (!connection.handshake(tls, HANDSHAKE_MILLIS).equals(Optional.of(expected))) {
                throw new IOException("another node answers at the address of " + expected);
            }
            connection.silentAfter(silentAfter);
            made = true;
            return connection;
        } finally {
            if (!made) {
                socket.close();
            }
        }
    }

    private void serve(FrameStream connection) throws IOException {
        Thread writer =
                Thread.ofVirtual().name("rail-link-" + expected + "-out").start(() -> send(connection));
        try {
            current = connection;
            while (!closed) {
                for (RailMessage message : RailFrame.decode(connection.read())) {
                    take(message);
                }
            }
        } finally {
            current = null;
            writer.interrupt();
            connection.close();
        }
    }

    private void send(FrameStream connection) {
        try {
            Duration signEvery = FrameStream.signEvery(silentAfter);
            while (true) {
                RailMessage next = outgoing.poll(signEvery.toMillis(), TimeUnit.MILLISECONDS);
                if (next == null) {
                    connection.sign();
                } else {
                    connection.writeWith(next, outgoing);
                }
            }
        } catch (IOException broken) {
            connection.close(); // the reader hears of it
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(RailMessage message) {
        Consumer<Optional<RailAnswer>> asker = open.get(message.request());
        if (asker == null) {
            return; // nobody asked
        }
        RailAnswer answer = RailAnswer.decode(message.content());
        if (open.remove(message.request()) != null) {
            room.release();
            asker.accept(Optional.of(answer));
        }
    }

    private void lose() {
        outgoing.clear();
        for (long number : open.keySet()) {
            Consumer<Optional<RailAnswer>> asker = open.remove(number);
            if (asker != null) {
                room.release();
                asker.accept(Optional.empty());
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(AFTER_FAILURE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Requests that wait for an answer are told that it is lost.
    @Override
    public void close() {
        closed = true;
        FrameStream connection = current;
        if (connection != null) {
            connection.close();
        }
        if (thread != null) {
            thread.interrupt();
        }
    }
}
