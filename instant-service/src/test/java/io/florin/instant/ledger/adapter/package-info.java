/// Tests of following the ledger, with journals on the disk.
@NullMarked
package io.florin.instant.ledger.adapter;

import org.jspecify.annotations.NullMarked;
