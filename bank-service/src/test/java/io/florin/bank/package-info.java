/// The bank as a whole, against a network of fakes over real HTTP and a real database.
@NullMarked
package io.florin.bank;

import org.jspecify.annotations.NullMarked;
