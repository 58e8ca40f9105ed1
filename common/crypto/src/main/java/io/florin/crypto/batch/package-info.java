/// Verification in batches: verifiers append their equations over BLS12-381 instead of answering, and one sum and one
/// product of pairings settle all of them; a single proof is a batch of one.
@NullMarked
package io.florin.crypto.batch;

import org.jspecify.annotations.NullMarked;
