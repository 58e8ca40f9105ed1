package io.florin.runtime.api;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Addresses of the other services: `florin.endpoints.endorsers[0].id=1`, `.internal=https://…`, `.api=http://…`. A
/// service lists only those it talks to.
@ConfigurationProperties("florin.endpoints")
public record PeerEndpoints(
        @DefaultValue List<Endpoint> ordering,
        @DefaultValue List<Endpoint> endorsers,
        @DefaultValue List<Endpoint> committers,
        @DefaultValue List<Endpoint> auditors,
        @DefaultValue List<Endpoint> registrations,
        @DefaultValue List<Endpoint> centralBanks,
        @DefaultValue List<Endpoint> banks,
        @DefaultValue List<Endpoint> certifiers,
        @DefaultValue List<Endpoint> auditMembers) {

    /// @param id the node's id within its role, as in its certificate
    /// @param internal base of its internal port, https
    /// @param api base of its public port
    public record Endpoint(
            int id, @Nullable URI internal, @Nullable URI api) {

        public URI requireInternal() {
            if (internal == null) {
                throw new IllegalStateException("no internal endpoint configured for node " + id);
            }
            return internal;
        }

        public URI requireApi() {
            if (api == null) {
                throw new IllegalStateException("no public endpoint configured for node " + id);
            }
            return api;
        }
    }
}
