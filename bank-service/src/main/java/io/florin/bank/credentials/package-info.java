/// Anonymous credentials of the custodial wallets, in a currency that hides owners or values: issued once, signed again
/// in each epoch.
@NullMarked
package io.florin.bank.credentials;

import org.jspecify.annotations.NullMarked;
