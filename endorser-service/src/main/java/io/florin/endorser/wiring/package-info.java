/// Builds the features and joins them: the only package that sees all of them.
@NullMarked
package io.florin.endorser.wiring;

import org.jspecify.annotations.NullMarked;
