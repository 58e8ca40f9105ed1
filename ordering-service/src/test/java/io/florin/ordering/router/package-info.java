/// Tests of the router.
@NullMarked
package io.florin.ordering.router;

import org.jspecify.annotations.NullMarked;
