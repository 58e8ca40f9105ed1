package io.florin.benchmarks.edge;

import io.florin.benchmarks.BenchFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A connection, opened again where the service ends it, on which requests are sent as bytes that are ready, and
/// answers read with as little as can be, so that what is measured is nearly all the service's.
final class PlainConnection implements AutoCloseable {
    private static final int KEY_DIGITS = 16;
    private static final String KEY = "Idempotency-Key: ";
    private static final String LENGTH = "content-length:";
    private static final String LAST = "Connection: close";
    private static final int LINE_MAX = 4096;
    private static final int TIMEOUT_MILLIS = 10_000;

    private final int port;
    private final byte[] request;
    private final int keyAt;
    private final byte[] line = new byte[LINE_MAX];
    private Socket socket;
    private InputStream input;

    /// @param token empty for none
    PlainConnection(int port, String token, String body) throws IOException {
        this.port = port;
        this.socket = opened(port);
        this.input = new BufferedInputStream(socket.getInputStream());
        String text = "POST " + EdgeService.ORDERS + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1:" + port + "\r\n"
                + "User-Agent: bench\r\n"
                + "Accept: application/json, application/*+json\r\n"
                + "Content-Type: application/json\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n")
                + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"
                + KEY + "0".repeat(KEY_DIGITS) + "\r\n"
                + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
        this.request = text.getBytes(StandardCharsets.UTF_8);
        this.keyAt = text.indexOf(KEY) + KEY.length();
    }

    private static Socket opened(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /// Sends the request under a key of this number and reads the whole answer.
    ///
    /// @return its status
    int send(long number) throws IOException {
        long rest = number;
        for (int i = KEY_DIGITS - 1; i >= 0; i--) {
            request[keyAt + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        socket.getOutputStream().write(request);
        String first = readLine();
        int length = -1;
        boolean last = false;
        for (String header = readLine(); !header.isEmpty(); header = readLine()) {
            last |= header.equalsIgnoreCase(LAST);
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        BenchFailure.require(length >= 0, "an answer says how long it is");
        input.skipNBytes(length);
        if (last) {
            socket.close();
            socket = opened(port);
            input = new BufferedInputStream(socket.getInputStream());
        }
        return Integer.parseInt(first, 9, 12, 10);
    }

    private String readLine() throws IOException {
        int length = 0;
        for (int next = input.read(); next != '\n'; next = input.read()) {
            BenchFailure.require(next >= 0 && length < LINE_MAX, "a connection ended within an answer");
            line[length++] = (byte) next;
        }
        return new String(line, 0, Math.max(0, length - 1), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
