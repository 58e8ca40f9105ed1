package io.florin.registration.protocol;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// TLS certificates of admitted banks' nodes.
public interface NodeCertificates {

    /// Why a certificate request (PKCS#10 in PEM) cannot be used; empty when it can.
    Optional<String> objection(String request);

    /// The certificate for a bank's node, signed by the network's authority.
    ///
    /// @param endpoints whose host names it is valid for
    /// @return PEM; empty where this service does not hold the authority's key
    Optional<String> issue(int participant, String request, List<URI> endpoints, Instant now);
}
