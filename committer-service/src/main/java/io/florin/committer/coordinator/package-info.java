/// Runs the commit protocol: who must wait for whom, when to ask the shards, and which verdict holds.
@NullMarked
package io.florin.committer.coordinator;

import org.jspecify.annotations.NullMarked;
