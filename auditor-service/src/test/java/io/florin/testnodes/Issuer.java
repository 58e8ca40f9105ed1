package io.florin.testnodes;

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

/// An OpenID Connect issuer with one key: gives tokens to tests and answers a browser's code.
public final class Issuer implements AutoCloseable {
    private final HttpServer server;
    private final RSAKey key;
    private final AtomicReference<String> tokens = new AtomicReference<>("{}");

    public Issuer() throws IOException, JOSEException {
        // made natively: in Java, and without the optimising compiler, it takes as long as starting a service
        key = new RSAKeyGenerator(2048)
                .provider(AmazonCorrettoCryptoProvider.INSTANCE)
                .keyID("test")
                .generate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/oauth2/jwks", new AtomicReference<>(new JWKSet(key.toPublicJWK()).toString()));
        answer("/oauth2/token", tokens);
        server.start();
    }

    private void answer(String path, AtomicReference<String> json) {
        server.createContext(path, exchange -> {
            byte[] body = String.valueOf(json.get()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Answer of the next exchange of a code: a sign-in that began with this nonce.
    public void signsIn(String nonce, String clientId, String subject, String role) throws JOSEException {
        signsIn(nonce, clientId, subject, role, "");
    }

    /// The same of somebody who belongs to an institution.
    public void signsIn(String nonce, String clientId, String subject, String role, String participant)
            throws JOSEException {
        String id = sign(claims(subject, role)
                .audience(clientId)
                .claim("nonce", nonce)
                .claim("participant", participant)
                .build());
        tokens.set("{\"access_token\":\"" + token(subject, role) + "\",\"token_type\":\"Bearer\",\"expires_in\":60,"
                + "\"scope\":\"openid profile\",\"id_token\":\"" + id + "\"}");
    }

    public String token(String subject, String role) throws JOSEException {
        return sign(claims(subject, role).audience("florin").build());
    }

    /// A token of somebody who belongs to an institution.
    public String token(String subject, String role, String participant) throws JOSEException {
        return sign(claims(subject, role)
                .audience("florin")
                .claim("participant", participant)
                .build());
    }

    private JWTClaimsSet.Builder claims(String subject, String role) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .subject(subject)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(120)))
                .claim("roles", List.of(role));
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
