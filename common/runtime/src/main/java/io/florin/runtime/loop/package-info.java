/// The event loop that drives one core: one thread, a bounded mailbox, ticks, and a stop when a bug shows.
@NullMarked
package io.florin.runtime.loop;

import org.jspecify.annotations.NullMarked;
