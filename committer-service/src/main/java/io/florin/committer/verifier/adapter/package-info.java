/// The pool of threads that verifies blocks, one thread per core.
@NullMarked
package io.florin.committer.verifier.adapter;

import org.jspecify.annotations.NullMarked;
