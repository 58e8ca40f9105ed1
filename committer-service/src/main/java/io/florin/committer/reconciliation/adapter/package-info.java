/// Fetches client transactions from endorsers and keeps accusations on disk.
@NullMarked
package io.florin.committer.reconciliation.adapter;

import org.jspecify.annotations.NullMarked;
