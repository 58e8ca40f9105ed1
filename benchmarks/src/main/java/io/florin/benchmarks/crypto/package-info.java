/// Signatures alone, by JMH.
@NullMarked
package io.florin.benchmarks.crypto;

import org.jspecify.annotations.NullMarked;
