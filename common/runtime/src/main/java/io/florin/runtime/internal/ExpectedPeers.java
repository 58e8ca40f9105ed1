package io.florin.runtime.internal;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Checks a server by what it must be, not by where it is: the certificate is of the network's authority and names the
/// peer that this node expects at the address. An address without an expectation is refused.
final class ExpectedPeers extends X509ExtendedTrustManager {
    private final NodeTls tls;
    private final X509ExtendedTrustManager network;
    private final ConcurrentMap<String, Peer> expectedByAddress = new ConcurrentHashMap<>();

    ExpectedPeers(NodeTls tls) {
        this.tls = tls;
        this.network = tls.networkTrust();
    }

    /// @throws IllegalArgumentException if another peer is expected there already
    void expect(String host, int port, Peer peer) {
        Peer known = expectedByAddress.putIfAbsent(address(host, port), peer);
        if (known != null && !known.equals(peer)) {
            throw new IllegalArgumentException(
                    "two peers at one address: " + address(host, port) + " is " + known + ", not " + peer);
        }
    }

    private static String address(String host, int port) {
        return host.toLowerCase(Locale.ROOT) + ":" + port;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        network.checkServerTrusted(chain, authType);
        String address = address(String.valueOf(engine.getPeerHost()), engine.getPeerPort());
        Peer expected = expectedByAddress.get(address);
        Optional<Peer> actual = Peer.of(chain[0], tls.network());
        if (expected == null || !actual.equals(Optional.of(expected))) {
            throw new CertificateException("at " + address + " is "
                    + actual.map(Peer::toString).orElse("no node of this network") + ", expected "
                    + (expected == null ? "nobody" : expected));
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("peers are reached through the HTTP client only");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("a server cannot be checked without its address");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this side is a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("this side is a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("this side is a client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return network.getAcceptedIssuers();
    }
}
