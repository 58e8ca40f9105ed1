/// Follows the registration authority's records without a gap; anything else stops endorsing.
@NullMarked
package io.florin.endorser.directory;

import org.jspecify.annotations.NullMarked;
