/// Follows committers' results and tells an authority what concerns its rail.
@NullMarked
package io.florin.instant.ledger.adapter;

import org.jspecify.annotations.NullMarked;
