/// Committers: intake, coordinator, verifier, shards and status board, with their disks.
@NullMarked
package io.florin.simulation.committer;

import org.jspecify.annotations.NullMarked;
