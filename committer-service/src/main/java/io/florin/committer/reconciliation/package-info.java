/// Holds endorsers to account: repeats their translation of client transactions and records what does not fit.
@NullMarked
package io.florin.committer.reconciliation;

import org.jspecify.annotations.NullMarked;
