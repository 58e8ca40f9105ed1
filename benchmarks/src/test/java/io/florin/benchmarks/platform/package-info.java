/// Tests of the package of the same name.
@NullMarked
package io.florin.benchmarks.platform;

import org.jspecify.annotations.NullMarked;
