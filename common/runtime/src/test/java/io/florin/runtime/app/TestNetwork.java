package io.florin.runtime.app;

import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;

/// A network of nodes that have certificates and nothing else.
public enum TestNetwork {
    HERE,
    /// Of the same name, under another authority.
    ELSEWHERE;

    private static final String NAME = "test-net";

    private final CertificateAuthority authority = CertificateAuthority.create(NAME, Instant.now());

    public NodeTls node(Peer peer) {
        KeyPair keys = CertificateAuthority.newKeyPair();
        return NodeTls.of(
                NAME,
                peer,
                keys.getPrivate(),
                List.of(authority.issue(NAME, peer, keys.getPublic(), Instant.now())),
                authority.certificate());
    }
}
