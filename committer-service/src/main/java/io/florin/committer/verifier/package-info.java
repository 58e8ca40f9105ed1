/// Stateless checks of blocks: endorsements, audits, expiry, configuration.
@NullMarked
package io.florin.committer.verifier;

import org.jspecify.annotations.NullMarked;
