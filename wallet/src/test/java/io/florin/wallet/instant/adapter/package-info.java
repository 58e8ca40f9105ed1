/// Tests of files of final payments.
@NullMarked
package io.florin.wallet.instant.adapter;

import org.jspecify.annotations.NullMarked;
