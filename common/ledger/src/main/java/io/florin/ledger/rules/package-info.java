/// Token rules: pure checks of client transactions and their translation into read and write sets.
@NullMarked
package io.florin.ledger.rules;

import org.jspecify.annotations.NullMarked;
