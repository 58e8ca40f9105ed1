/// Follows registration's records and tells an authority whose standing changed.
@NullMarked
package io.florin.instant.standing.adapter;

import org.jspecify.annotations.NullMarked;
