/// Notes: what a payer tells a payee about an output, encrypted for the payee alone (protocol decision 24).
@NullMarked
package io.florin.wallet.notes;

import org.jspecify.annotations.NullMarked;
