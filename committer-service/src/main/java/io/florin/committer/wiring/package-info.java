/// Puts the features together; the only package that sees all of them.
@NullMarked
package io.florin.committer.wiring;

import org.jspecify.annotations.NullMarked;
