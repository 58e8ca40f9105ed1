/// Measurements of the committer's coordinator that need to see its parts.
@NullMarked
package io.florin.committer.coordinator;

import org.jspecify.annotations.NullMarked;
