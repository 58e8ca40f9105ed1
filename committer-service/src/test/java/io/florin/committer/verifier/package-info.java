/// Stateless checks against the ledger's own.
@NullMarked
package io.florin.committer.verifier;

import org.jspecify.annotations.NullMarked;
