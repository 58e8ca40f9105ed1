/// Tests of the package of the same name.
@NullMarked
package io.florin.benchmarks.crypto;

import org.jspecify.annotations.NullMarked;
