/// Customers and their wallets: opening, custody of keys, enrollment at registration.
@NullMarked
package io.florin.bank.accounts;

import org.jspecify.annotations.NullMarked;
