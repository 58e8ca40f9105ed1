/// A commercial bank's node: customers, wallets, payments and ISO 20022 messages.
@NullMarked
package io.florin.bank;

import org.jspecify.annotations.NullMarked;
