/// Tests of what the features exchange and share.
@NullMarked
package io.florin.committer.protocol;

import org.jspecify.annotations.NullMarked;
