package io.florin.runtime.internal;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// A node's side of TLS: its key and certificate, and the network's authority as the only one it trusts.
///
/// The key stores live in memory under a password made for them; Tomcat asks for one.
public final class NodeTls {
    private static final String ALIAS = "node";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String network;
    private final Peer self;
    private final KeyStore keyStore;
    private final KeyStore trustStore;
    private final String password;

    private final Instant validUntil;

    private NodeTls(String network, Peer self, PrivateKey key, List<X509Certificate> chain, X509Certificate authority)
            throws GeneralSecurityException, IOException {
        this.network = network;
        this.self = self;
        this.validUntil = chain.getFirst().getNotAfter().toInstant();
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        this.password = HexFormat.of().formatHex(random);
        this.keyStore = KeyStore.getInstance("PKCS12");
        keyStore.load(null, null);
        keyStore.setKeyEntry(ALIAS, key, password.toCharArray(), chain.toArray(Certificate[]::new));
        this.trustStore = KeyStore.getInstance("PKCS12");
        trustStore.load(null, null);
        trustStore.setCertificateEntry("network-ca", authority);
    }

    /// The certificate, first of the chain, must be the authority's and name this node of this network.
    public static NodeTls of(
            String network, Peer self, PrivateKey key, List<X509Certificate> chain, X509Certificate authority) {
        if (!Peer.of(chain.getFirst(), network).filter(self::equals).isPresent()) {
            throw new Failure("the certificate is not that of " + self.uri(network));
        }
        try {
            chain.getFirst().verify(authority.getPublicKey());
            return new NodeTls(network, self, key, chain, authority);
        } catch (GeneralSecurityException | IOException broken) {
            throw new Failure("TLS material of " + self + " cannot be used", broken);
        }
    }

    public String network() {
        return network;
    }

    public Peer self() {
        return self;
    }

    /// Expiry of the node's certificate; it has to be renewed before.
    public Instant validUntil() {
        return validUntil;
    }

    public KeyStore keyStore() {
        return keyStore;
    }

    public String keyPassword() {
        return password;
    }

    /// Holds the network's authority and nothing else.
    public KeyStore trustStore() {
        return trustStore;
    }

    /// A context with this node's certificate and a trust manager of the caller's.
    public SSLContext context(TrustManager trust) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore, password.toCharArray());
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), new TrustManager[] {trust}, RANDOM);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new Failure("TLS cannot be set up", broken);
        }
    }

    /// Trusts certificates of the network's authority, whomever they name.
    public X509ExtendedTrustManager networkTrust() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(trustStore);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager x509) {
                    return x509;
                }
            }
            throw new Failure("no X.509 trust manager");
        } catch (GeneralSecurityException broken) {
            throw new Failure("TLS cannot be set up", broken);
        }
    }

    @Override
    public String toString() {
        return "NodeTls[" + self.uri(network) + "]";
    }
}
