/// Tests of the package of the same name.
@NullMarked
package io.florin.benchmarks.committer;

import org.jspecify.annotations.NullMarked;
