/// Tests of payments on an instant rail.
@NullMarked
package io.florin.wallet.instant;

import org.jspecify.annotations.NullMarked;
