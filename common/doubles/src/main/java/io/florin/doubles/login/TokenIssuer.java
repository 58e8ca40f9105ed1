package io.florin.doubles.login;

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
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// An issuer of tokens with one key, on a port of its own; signs in whoever a test names next.
public final class TokenIssuer implements AutoCloseable {
    /// The client that every console under test is.
    public static final String CLIENT = "console";

    /// Audience of all tokens.
    public static final String AUDIENCE = "florin";

    private static final Duration LIFE = Duration.ofMinutes(10);

    private final HttpServer server;
    private final RSAKey key;
    private final AtomicReference<String> tokens = new AtomicReference<>("{}");

    public TokenIssuer() {
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

    private void serve(String path, Supplier<String> body) {
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

    /// A token of somebody who belongs to no institution.
    public String token(String subject, String... roles) {
        return sign(claims(subject, roles).audience(AUDIENCE).build());
    }

    /// A token of somebody who belongs to an institution.
    public String tokenAt(String participant, String subject, String... roles) {
        return sign(claims(subject, roles)
                .audience(AUDIENCE)
                .claim("participant", participant)
                .build());
    }

    /// A token of whoever has the keys of one wallet.
    public String holderToken(String participant, String subject, long wallet) {
        return sign(claims(subject, "wallet-holder")
                .audience(AUDIENCE)
                .claim("participant", participant)
                .claim("wallet", wallet)
                .build());
    }

    /// The next exchange of a code signs this person in.
    ///
    /// @param participant empty: of no institution
    void signsIn(String nonce, String participant, String subject, String... roles) {
        String idToken = sign(claims(subject, roles)
                .audience(CLIENT)
                .claim("nonce", nonce)
                .claim("participant", participant)
                .build());
        tokens.set("""
            {"access_token":"%s","token_type":"Bearer","expires_in":60,"scope":"openid profile","id_token":"%s"}\
            """.formatted(tokenAt(participant, subject, roles), idToken));
    }

    private JWTClaimsSet.Builder claims(String subject, String... roles) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject(subject)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plus(LIFE)))
                .claim("roles", List.of(roles));
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
