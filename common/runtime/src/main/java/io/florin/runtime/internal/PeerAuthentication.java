package io.florin.runtime.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/// A node known by its certificate, with authority `PEER_<role>`.
public final class PeerAuthentication extends AbstractAuthenticationToken {
    private final transient Peer peer;
    private final String name;

    PeerAuthentication(Peer peer) {
        super(List.of(new SimpleGrantedAuthority(authority(peer.role()))));
        this.peer = peer;
        this.name = peer.toString();
        setAuthenticated(true);
    }

    private static String authority(NodeRole role) {
        return "PEER_" + role.label();
    }

    /// The authorities of all roles.
    static String[] authorities() {
        return Arrays.stream(NodeRole.values())
                .map(PeerAuthentication::authority)
                .toArray(String[]::new);
    }

    /// The node whose internal request this thread is handling.
    ///
    /// @throws IllegalStateException outside such a request
    public static Peer currentPeer() {
        if (SecurityContextHolder.getContext().getAuthentication() instanceof PeerAuthentication caller) {
            return caller.peer;
        }
        throw new IllegalStateException("a peer is known on the internal port only");
    }

    public Peer peer() {
        return peer;
    }

    @Override
    public Object getPrincipal() {
        return peer;
    }

    @Override
    public @Nullable Object getCredentials() {
        return null;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PeerAuthentication that && name.equals(that.name) && super.equals(other);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, super.hashCode());
    }
}
