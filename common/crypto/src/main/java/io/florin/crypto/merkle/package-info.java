/// Merkle trees with domain-separated leaves and nodes (RFC 9162 section 2.1), their roots and inclusion paths.
@NullMarked
package io.florin.crypto.merkle;

import org.jspecify.annotations.NullMarked;
