package io.florin.runtime.internal;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;

/// The internal port of a service: TLS 1.3, a client certificate of the network's authority required.
///
/// With port 0 the system chooses; [#value()] tells which, once the service has started.
public final class InternalPort {
    private final Connector connector;

    InternalPort(InternalProperties properties, NodeTls tls, @Nullable String defaultAddress) {
        var protocol = new Http11NioProtocol();
        protocol.setExecutor(new VirtualThreadExecutor("internal-"));
        protocol.setConnectionTimeout((int) properties.readTimeout().toMillis());
        protocol.setKeepAliveTimeout((int) properties.keepAlive().toMillis());
        protocol.setMaxConnections(properties.connectionsMax());
        protocol.setMaxKeepAliveRequests(-1);
        protocol.setMaxSwallowSize((int) properties.bodyMax().toBytes());
        protocol.setSSLEnabled(true);
        this.connector = new Connector(protocol);
        connector.setPort(properties.port());
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setXpoweredBy(false);
        connector.setMaxPostSize(64 * 1024);
        String address = properties.address() == null ? defaultAddress : properties.address();
        if (address != null && !connector.setProperty("address", address)) {
            throw new IllegalStateException("address of the internal port cannot be set");
        }
        connector.addSslHostConfig(hostConfig(tls));
    }

    private static SSLHostConfig hostConfig(NodeTls tls) {
        var host = new SSLHostConfig();
        host.setProtocols("TLSv1.3");
        host.setCertificateVerification("required");
        host.setCertificateVerificationDepth(1);
        host.setTrustStore(tls.trustStore());
        var certificate = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.EC);
        certificate.setCertificateKeystore(tls.keyStore());
        certificate.setCertificateKeyPassword(tls.keyPassword());
        certificate.setCertificateKeystorePassword(tls.keyPassword());
        host.addCertificate(certificate);
        return host;
    }

    Connector connector() {
        return connector;
    }

    /// The port that is open.
    ///
    /// @throws IllegalStateException before the service has started or after it has stopped
    public int value() {
        int port = connector.getLocalPort();
        if (port < 1) {
            throw new IllegalStateException("the internal port is not open");
        }
        return port;
    }

    /// Whether a request came in on this port.
    boolean received(HttpServletRequest request) {
        return request.isSecure() && request.getLocalPort() == connector.getLocalPort();
    }
}
