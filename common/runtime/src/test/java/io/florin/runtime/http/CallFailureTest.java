package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpConnectTimeoutException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class CallFailureTest {

    @Test
    void aLateConnectionAndAForeignCertificateAreToldApart() {
        var late = new ResourceAccessException("I/O error", new HttpConnectTimeoutException("HTTP connect timed out"));
        var handshake = new SSLHandshakeException("(certificate_unknown) not the expected peer");
        handshake.initCause(new CertificateException("not the expected peer"));
        var foreign = new ResourceAccessException("I/O error", handshake);

        assertThat(OutboundCalls.reason(late)).isEqualTo("HttpConnectTimeoutException");
        assertThat(OutboundCalls.reason(foreign)).isEqualTo("SSLHandshakeException");
    }
}
