/// Tests of the committer.
@NullMarked
package io.florin.committer;

import org.jspecify.annotations.NullMarked;
