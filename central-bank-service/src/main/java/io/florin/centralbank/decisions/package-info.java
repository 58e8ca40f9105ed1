/// The log of all decisions: append-only, hash-chained, its head signed, so that a row that is missing or changed is
/// named.
@NullMarked
package io.florin.centralbank.decisions;

import org.jspecify.annotations.NullMarked;
