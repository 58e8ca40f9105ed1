package io.florin.runtime.security;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/// Reads authorities `ROLE_<x>` from a claim that is a list of strings; anything else in it grants nothing.
final class RolesClaim {
    static final String ROLE_PREFIX = "ROLE_";

    private RolesClaim() {}

    static Set<GrantedAuthority> authorities(@Nullable Object claim) {
        Set<GrantedAuthority> authorities = new LinkedHashSet<>();
        if (claim instanceof Collection<?> roles) {
            for (Object role : roles) {
                if (role instanceof String name && !name.isBlank()) {
                    authorities.add(new SimpleGrantedAuthority(ROLE_PREFIX + name));
                }
            }
        }
        return authorities;
    }
}
