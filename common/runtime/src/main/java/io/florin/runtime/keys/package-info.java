/// Secrets at rest: files that are written whole or not at all, and the key that wraps what is in them.
@NullMarked
package io.florin.runtime.keys;

import org.jspecify.annotations.NullMarked;
