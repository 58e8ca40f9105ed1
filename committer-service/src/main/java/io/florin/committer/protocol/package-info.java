/// Messages between the committer's features: blocks on their way, commands to shards, verdicts, completed blocks.
@NullMarked
package io.florin.committer.protocol;

import org.jspecify.annotations.NullMarked;
