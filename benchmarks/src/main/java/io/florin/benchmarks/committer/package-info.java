/// The committer under load: workload, closed and open loop, and the proof that its answers were right.
@NullMarked
package io.florin.benchmarks.committer;

import org.jspecify.annotations.NullMarked;
