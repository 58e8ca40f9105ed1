/// Final statuses, state hashes, checkpoints and receipts: what committers say about ordered transactions.
@NullMarked
package io.florin.ledger.status;

import org.jspecify.annotations.NullMarked;
