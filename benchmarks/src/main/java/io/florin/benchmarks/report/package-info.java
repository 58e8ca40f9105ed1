/// Results as JSON lines, each with what the machine could do in the same run.
@NullMarked
package io.florin.benchmarks.report;

import org.jspecify.annotations.NullMarked;
