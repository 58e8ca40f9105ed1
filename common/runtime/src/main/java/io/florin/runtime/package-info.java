/// The ground of all services: event loop, Kafka edge, HTTP edge, security, identity and observability.
@NullMarked
package io.florin.runtime;

import org.jspecify.annotations.NullMarked;
