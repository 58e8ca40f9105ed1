/// The committer: turns certified blocks into final statuses and state, and answers for both.
@NullMarked
package io.florin.committer;

import org.jspecify.annotations.NullMarked;
