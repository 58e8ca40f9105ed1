/// Drives the chain: its thread and mailbox, its vote log, and what it asks of the rest of the party.
@NullMarked
package io.florin.ordering.chain.adapter;

import org.jspecify.annotations.NullMarked;
