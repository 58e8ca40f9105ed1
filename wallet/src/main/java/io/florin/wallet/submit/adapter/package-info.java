/// The wallet's connections over HTTP.
@NullMarked
package io.florin.wallet.submit.adapter;

import org.jspecify.annotations.NullMarked;
