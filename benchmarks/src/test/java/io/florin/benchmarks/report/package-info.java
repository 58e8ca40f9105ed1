/// Tests of the package of the same name.
@NullMarked
package io.florin.benchmarks.report;

import org.jspecify.annotations.NullMarked;
