/// Verifies the proofs of all committed payments of hidden currencies again: on that rests the proof of supply where
/// nobody can add tokens up (protocol decision 28).
@NullMarked
package io.florin.auditor.proofs;

import org.jspecify.annotations.NullMarked;
