/// Tests of following the ledger with a database.
@NullMarked
package io.florin.endorser.status.adapter;

import org.jspecify.annotations.NullMarked;
