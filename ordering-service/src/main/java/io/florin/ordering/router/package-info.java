/// Takes bundles, drops what is known, and decides when this party submits a bundle so that no party can censor it.
@NullMarked
package io.florin.ordering.router;

import org.jspecify.annotations.NullMarked;
