/// Following the chain: its certified blocks, from ordering parties that may lie or withhold, and what blocks did, from
/// any committer, proved.
@NullMarked
package io.florin.runtime.chain;

import org.jspecify.annotations.NullMarked;
