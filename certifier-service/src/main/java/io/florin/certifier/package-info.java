/// Rules of a certifier's signatures: it follows certified blocks and the statuses that its organisation's committer
/// signed.
@NullMarked
package io.florin.certifier;

import org.jspecify.annotations.NullMarked;
