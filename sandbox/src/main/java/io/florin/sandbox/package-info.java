/// The whole platform on one machine: the plan of all service instances, their start in one JVM or as separate
/// processes, and the command line behind the `florin` script.
@NullMarked
package io.florin.sandbox;

import org.jspecify.annotations.NullMarked;
