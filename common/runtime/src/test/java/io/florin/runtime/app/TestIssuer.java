package io.florin.runtime.app;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/// An issuer of tokens with one key, on a port of its own.
public final class TestIssuer implements AutoCloseable {
    public static final String AUDIENCE = "florin-test";

    private final HttpServer server;
    private final RSAKey key;

    public TestIssuer() throws IOException, JOSEException {
        key = new RSAKeyGenerator(2048).keyID("test").generate();
        byte[] keys = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/oauth2/jwks", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        server.start();
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String token(String subject, String... roles) throws JOSEException {
        return token(issuer(), AUDIENCE, Instant.now().plusSeconds(60), subject, List.of(roles));
    }

    public String token(String issuer, String audience, Instant expires, String subject, List<String> roles)
            throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(audience)
                .subject(subject)
                .expirationTime(Date.from(expires))
                .claim("roles", roles)
                .build();
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("test")
                .type(JOSEObjectType.JWT)
                .build();
        var jwt = new SignedJWT(header, claims);
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
