/// Puts the service together: the only package that sees all features.
@NullMarked
package io.florin.centralbank.wiring;

import org.jspecify.annotations.NullMarked;
