/// How the service is put together.
@NullMarked
package io.florin.registration.wiring;

import org.jspecify.annotations.NullMarked;
