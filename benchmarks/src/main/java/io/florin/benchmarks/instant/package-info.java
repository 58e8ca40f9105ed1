/// Payments made final on an instant rail, per second and in time: all authorities, their disks and the client on this
/// machine, and nothing printed that a replay of all journals does not prove.
@NullMarked
package io.florin.benchmarks.instant;

import org.jspecify.annotations.NullMarked;
