/// Following the chain: what blocks did, from any committer, proved.
@NullMarked
package io.florin.runtime.chain;

import org.jspecify.annotations.NullMarked;
