/// Keeps blocks and their statuses on disk for replay, receipts and followers.
@NullMarked
package io.florin.committer.chain.adapter;

import org.jspecify.annotations.NullMarked;
