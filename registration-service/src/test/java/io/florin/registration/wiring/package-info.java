/// Assembly of the service.
@NullMarked
package io.florin.registration.wiring;

import org.jspecify.annotations.NullMarked;
