/// The command line of a self-held wallet.
@NullMarked
package io.florin.wallet.cli;

import org.jspecify.annotations.NullMarked;
