/// The internal port between services: mutually authenticated TLS, callers known by their certificate.
@NullMarked
package io.florin.runtime.internal;

import org.jspecify.annotations.NullMarked;
