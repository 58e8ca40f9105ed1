/// Follows final statuses, the height and the configuration in force.
@NullMarked
package io.florin.endorser.status;

import org.jspecify.annotations.NullMarked;
