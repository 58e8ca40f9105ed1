/// Bundles: settlement transactions under one threshold signature; the unit of publication, never split.
@NullMarked
package io.florin.ledger.bundle;

import org.jspecify.annotations.NullMarked;
