/// Progress of client transactions, and those that have to be taken up again.
@NullMarked
package io.florin.endorser.store;

import org.jspecify.annotations.NullMarked;
