/// How far a client transaction has come, and what of it has to be taken up again.
@NullMarked
package io.florin.endorser.store;

import org.jspecify.annotations.NullMarked;
