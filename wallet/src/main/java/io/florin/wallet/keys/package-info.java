/// The wallet's secrets: one seed, and every key derived from it.
@NullMarked
package io.florin.wallet.keys;

import org.jspecify.annotations.NullMarked;
