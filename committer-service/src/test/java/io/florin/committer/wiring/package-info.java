/// The committer put together.
@NullMarked
package io.florin.committer.wiring;

import org.jspecify.annotations.NullMarked;
