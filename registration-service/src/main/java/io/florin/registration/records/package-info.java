/// Signed, numbered registration records: written with the change they tell of, published in order, served for
/// catch-up.
@NullMarked
package io.florin.registration.records;

import org.jspecify.annotations.NullMarked;
