package io.florin.runtime.rail;

import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Frames on one connection, each after its size `u32`. One thread reads, one writes; any thread closes, and never
/// waits: the connection below TLS is closed, for TLS itself would wait with its farewell behind a write that the other
/// end does not take. Frames have a size, so nobody needs the farewell to see that one is cut off.
///
/// An end that has nothing to say says so now and then ([#sign]), so that the other one can tell silence from death: a
/// machine that vanished says nothing, and TCP would wait for it for hours.
public final class FrameStream implements AutoCloseable {
    /// Time after which an end that says nothing is taken for dead, unless something else is said.
    public static final Duration SILENT_AFTER = Duration.ofSeconds(60);

    /// Signs in that time: two may be late.
    private static final int SIGNS = 3;

    private static final int BUFFER = 64 * 1024;

    private final Socket below;
    private final SSLSocket socket;
    private final DataInputStream input;
    private final OutputStream output;

    private FrameStream(Socket below, SSLSocket socket) throws IOException {
        this.below = below;
        this.socket = socket;
        below.setTcpNoDelay(true);
        below.setKeepAlive(true);
        this.input = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
        this.output = socket.getOutputStream();
    }

    /// The calling end of a connection.
    ///
    /// @param connected closed with this stream
    public static FrameStream calling(SSLContext context, Socket connected) throws IOException {
        SSLSocketFactory factory = context.getSocketFactory();
        String host = connected.getInetAddress().getHostAddress();
        return new FrameStream(connected, (SSLSocket) factory.createSocket(connected, host, connected.getPort(), true));
    }

    /// The called end, which asks for a certificate.
    ///
    /// @param accepted closed with this stream
    public static FrameStream called(SSLContext context, Socket accepted) throws IOException {
        var socket = (SSLSocket)
                context.getSocketFactory().createSocket(accepted, new ByteArrayInputStream(new byte[0]), true);
        socket.setNeedClientAuth(true);
        socket.setEnabledProtocols(new String[] {"TLSv1.3"});
        return new FrameStream(accepted, socket);
    }

    /// Agrees on keys with the other end.
    ///
    /// @param millis for each part that the other end sends
    /// @return who it is by its certificate; empty if it is no node of this network
    public Optional<Peer> handshake(NodeTls tls, int millis) throws IOException {
        socket.setSoTimeout(millis);
        socket.startHandshake();
        socket.setSoTimeout(0);
        return socket.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                ? Peer.of(certificate, tls.network())
                : Optional.empty();
    }

    /// From now on a read ends with a failure when the other end is silent for so long.
    public void silentAfter(Duration time) throws IOException {
        socket.setSoTimeout(Math.toIntExact(time.toMillis()));
    }

    /// Time without a word after which an end gives a sign, so that another one that waits for so long hears it.
    public static Duration signEvery(Duration silentAfter) {
        return silentAfter.dividedBy(SIGNS);
    }

    /// The next frame; signs are passed over.
    ///
    /// @throws FrameTooLargeException if it is announced to be larger than any may be
    /// @throws java.net.SocketTimeoutException if the other end is silent for too long
    /// @throws java.io.EOFException at the end
    public byte[] read() throws IOException {
        long size;
        do {
            size = Integer.toUnsignedLong(input.readInt());
        } while (size == 0);
        if (size > RailFrame.FRAME_BYTES_MAX) {
            throw new FrameTooLargeException(size);
        }
        byte[] frame = new byte[(int) size];
        input.readFully(frame);
        return frame;
    }

    /// Says that this end lives and has nothing to say: a size of 0.
    public void sign() throws IOException {
        write(new byte[0]);
    }

    /// Sends a frame and waits until the connection has taken it.
    public void write(byte[] frame) throws IOException {
        byte[] sized = ByteBuffer.allocate(Integer.BYTES + frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
        output.write(sized);
        output.flush();
    }

    /// Sends messages of a queue, as many in one frame as wait and fit.
    ///
    /// @param first taken of the queue before
    /// @return the messages that were sent
    public List<RailMessage> writeWith(RailMessage first, BlockingQueue<RailMessage> queue) throws IOException {
        List<RailMessage> gathered = new ArrayList<>();
        gathered.add(first);
        int bytes = first.frameBytes();
        RailMessage next = queue.peek();
        while (next != null
                && gathered.size() < RailFrame.MESSAGES_MAX
                && bytes + next.frameBytes() < RailFrame.FRAME_BYTES_MAX / 2) {
            gathered.add(queue.remove());
            bytes += next.frameBytes();
            next = queue.peek();
        }
        write(RailFrame.encode(gathered));
        return gathered;
    }

    @Override
    public void close() {
        try {
            below.close();
        } catch (IOException broken) {
            // closed all the same
        }
    }
}
