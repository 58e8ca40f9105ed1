/// Addresses: what a payee gives to a payer.
@NullMarked
package io.florin.wallet.address;

import org.jspecify.annotations.NullMarked;
