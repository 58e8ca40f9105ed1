package io.florin.benchmarks.edge;

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
import io.florin.benchmarks.BenchFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/// An issuer of tokens (RS256) with one key, which it shows to whoever asks.
final class EdgeIssuer implements AutoCloseable {
    private static final Duration VALID = Duration.ofHours(6);
    private static final int KEY_BITS = 2048;

    private final HttpServer server;
    private final RSAKey key;

    EdgeIssuer() {
        try {
            key = new RSAKeyGenerator(KEY_BITS).keyID("bench").generate();
            byte[] keys = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/oauth2/jwks", exchange -> {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, keys.length);
                exchange.getResponseBody().write(keys);
                exchange.close();
            });
            server.start();
        } catch (JOSEException | IOException e) {
            throw new BenchFailure("no issuer of tokens can be made", e);
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// A token of a program of an institution.
    String token(String role, String participant) {
        Instant now = Instant.now();
        var claims = new JWTClaimsSet.Builder()
                .issuer(address())
                .audience("edge-bench")
                .subject("bank-1-program")
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(VALID)))
                .claim("roles", List.of(role))
                .claim("participant", participant)
                .build();
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("bench")
                .type(JOSEObjectType.JWT)
                .build();
        var token = new SignedJWT(header, claims);
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new BenchFailure("no token can be signed", e);
        }
        return token.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
