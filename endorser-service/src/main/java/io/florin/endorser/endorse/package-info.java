/// Token rules by namespace and version, and shares of the group's signature.
@NullMarked
package io.florin.endorser.endorse;

import org.jspecify.annotations.NullMarked;
