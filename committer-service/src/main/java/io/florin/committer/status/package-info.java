/// Says when a block is complete and what its outcome was: statuses, roots, rolling hash, signed checkpoint.
@NullMarked
package io.florin.committer.status;

import org.jspecify.annotations.NullMarked;
