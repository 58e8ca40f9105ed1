/// Tests of whole parties.
@NullMarked
package io.florin.ordering;

import org.jspecify.annotations.NullMarked;
