/// The durable store of client transactions in PostgreSQL: one writer, many readers.
@NullMarked
package io.florin.endorser.store.adapter;

import org.jspecify.annotations.NullMarked;
