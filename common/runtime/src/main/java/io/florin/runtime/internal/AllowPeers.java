package io.florin.runtime.internal;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The roles of nodes that may call an internal endpoint; on a method, or on its class or interface for all of them.
/// An endpoint without it is closed.
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface AllowPeers {
    /// Labels of roles: `endorser`, `ordering`, …
    String[] value();
}
