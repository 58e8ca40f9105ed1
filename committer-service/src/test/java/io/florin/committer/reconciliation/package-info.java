/// Endorsers held to account.
@NullMarked
package io.florin.committer.reconciliation;

import org.jspecify.annotations.NullMarked;
