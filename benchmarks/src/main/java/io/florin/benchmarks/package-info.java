/// The command line of the benchmarks: what is measured, how long, how often.
@NullMarked
package io.florin.benchmarks;

import org.jspecify.annotations.NullMarked;
