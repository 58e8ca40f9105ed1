package io.florin.fakenet;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// An issuer of tokens with one key, on a port of its own; signs in whoever a test names next.
public final class FakeIssuer implements AutoCloseable {

    private final HttpServer server;
    private final RSAKey key;
    private final AtomicReference<String> tokens = new AtomicReference<>("{}");

    public FakeIssuer() {
        try {
            // made natively: in Java, and without the optimising compiler, it takes as long as starting a service
            key = new RSAKeyGenerator(2048)
                    .provider(AmazonCorrettoCryptoProvider.INSTANCE)
                    .keyID("test")
                    .generate();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (JOSEException | IOException e) {
            throw new IllegalStateException("no issuer", e);
        }
        serve("/oauth2/jwks", () -> new JWKSet(key.toPublicJWK()).toString());
        serve("/oauth2/token", () -> String.valueOf(tokens.get()));
        server.start();
    }

    private void serve(String path, java.util.function.Supplier<String> body) {
        server.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String token(String subject, String participant, String... roles) {
        return sign(claims(subject, participant, roles).build());
    }

    /// A token of whoever has the keys of one wallet.
    public String holderToken(String subject, String participant, long wallet) {
        return sign(claims(subject, participant, "wallet-holder")
                .claim("wallet", wallet)
                .build());
    }

    /// The next exchange of a code signs this person in.
    public void signsIn(String nonce, String clientId, String subject, String participant, String... roles) {
        String idToken = sign(claims(subject, participant, roles)
                .audience(clientId)
                .claim("nonce", nonce)
                .build());
        tokens.set("""
            {"access_token":"%s","token_type":"Bearer","expires_in":60,"scope":"openid profile","id_token":"%s"}\
            """.formatted(token(subject, participant, roles), idToken));
    }

    private JWTClaimsSet.Builder claims(String subject, String participant, String... roles) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject(subject)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("roles", List.of(roles))
                .claim("participant", participant);
    }

    private String sign(JWTClaimsSet claims) {
        try {
            var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                    .keyID("test")
                    .type(JOSEObjectType.JWT)
                    .build();
            var jwt = new SignedJWT(header, claims);
            var signer = new RSASSASigner(key);
            signer.getJCAContext().setProvider(AmazonCorrettoCryptoProvider.INSTANCE);
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
