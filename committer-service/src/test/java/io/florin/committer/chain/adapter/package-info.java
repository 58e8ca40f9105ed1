/// The chain on disk.
@NullMarked
package io.florin.committer.chain.adapter;

import org.jspecify.annotations.NullMarked;
