/// The books: double-entry accounts of banks' reserves, what is held for withdrawals, and the currency in circulation.
@NullMarked
package io.florin.centralbank.reserves;

import org.jspecify.annotations.NullMarked;
