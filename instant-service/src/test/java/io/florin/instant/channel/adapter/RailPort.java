package io.florin.instant.channel.adapter;

import io.florin.instant.authority.adapter.InstantLog;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.FrameStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.KeyPair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;

/// A listening authority of a network made for one test, and callers with certificates of it.
final class RailPort implements AutoCloseable {
    static final String NETWORK = "test";

    private final CertificateAuthority authority = CertificateAuthority.create(NETWORK, Instant.now());
    final RailListener listener;

    RailPort(RailRequests requests, ChannelLimits limits) {
        this.listener = new RailListener(
                node(authority, new Peer(NodeRole.INSTANT, 1)),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                requests,
                limits,
                new InstantLog(1));
        listener.start();
    }

    NodeTls node(Peer peer) {
        return node(authority, peer);
    }

    static NodeTls node(CertificateAuthority authority, Peer peer) {
        KeyPair keys = CertificateAuthority.newKeyPair();
        return NodeTls.of(
                NETWORK,
                peer,
                keys.getPrivate(),
                List.of(authority.issue(NETWORK, peer, keys.getPublic(), Instant.now())),
                authority.certificate());
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port());
    }

    /// Without frames around what is said.
    SSLSocket socket(NodeTls tls) throws IOException {
        return (SSLSocket) tls.context(tls.networkTrust())
                .getSocketFactory()
                .createSocket(address().getAddress(), address().getPort());
    }

    FrameStream connect(NodeTls tls) throws IOException {
        Socket socket = new Socket(address().getAddress(), address().getPort());
        FrameStream stream = FrameStream.calling(tls.context(tls.networkTrust()), socket);
        stream.handshake(tls, 5_000);
        return stream;
    }

    /// The next answers, so many.
    static List<RailMessage> read(FrameStream stream, int count) throws IOException {
        List<RailMessage> all = new ArrayList<>();
        while (all.size() < count) {
            all.addAll(RailFrame.decode(stream.read()));
        }
        return all;
    }

    static RailAnswer answerIn(RailMessage message) {
        return RailAnswer.decode(message.content());
    }

    @Override
    public void close() {
        listener.close();
    }
}
