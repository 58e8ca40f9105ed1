/// Payments on an instant rail: an order goes to all authorities, their votes make a certificate, their effects make it
/// final.
@NullMarked
package io.florin.wallet.instant;

import org.jspecify.annotations.NullMarked;
