/// Messages between clients and authorities of an instant rail: requests, answers and the frames that carry many of
/// either. Bytes only; connections are elsewhere.
@NullMarked
package io.florin.ledger.rail.channel;

import org.jspecify.annotations.NullMarked;
