/// Puts the service together: the only package that sees all features.
@NullMarked
package io.florin.registration.wiring;

import org.jspecify.annotations.NullMarked;
