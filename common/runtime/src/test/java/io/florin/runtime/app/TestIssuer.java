package io.florin.runtime.app;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// An issuer of tokens with one key, on a port of its own.
public final class TestIssuer implements AutoCloseable {
    public static final String AUDIENCE = "florin-test";

    private final HttpServer server;
    private final RSAKey key;
    private final AtomicReference<String> tokens = new AtomicReference<>("{}");

    public TestIssuer() throws IOException, JOSEException {
        // made natively: in Java, and without the optimising compiler, it takes as long as starting a service
        key = new RSAKeyGenerator(2048)
                .provider(AmazonCorrettoCryptoProvider.INSTANCE)
                .keyID("test")
                .generate();
        byte[] keys = new JWKSet(key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/oauth2/jwks", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        server.createContext("/oauth2/token", exchange -> {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean proved = form.contains("code_verifier=") && form.contains("code=good-code");
            byte[] answer = (proved ? String.valueOf(tokens.get()) : "{\"error\":\"invalid_grant\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(proved ? 200 : 400, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    /// Answer of the exchange of code `good-code` from now on: an id token for a sign-in that began with this nonce.
    public void signsIn(String nonce, String clientId, String subject, String... roles) throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(clientId)
                .subject(subject)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(60)))
                .claim("nonce", nonce)
                .claim("roles", List.of(roles))
                .build();
        tokens.set("""
            {"access_token":"%s","token_type":"Bearer","expires_in":60,"scope":"openid profile","id_token":"%s"}\
            """.formatted(token(subject, roles), sign(claims)));
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
        return sign(claims);
    }

    private String sign(JWTClaimsSet claims) throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("test")
                .type(JOSEObjectType.JWT)
                .build();
        var jwt = new SignedJWT(header, claims);
        var signer = new RSASSASigner(key);
        signer.getJCAContext().setProvider(AmazonCorrettoCryptoProvider.INSTANCE);
        jwt.sign(signer);
        return jwt.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
