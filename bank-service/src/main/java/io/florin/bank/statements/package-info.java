/// Account statements whose closing balance is the ledger's at a named block.
@NullMarked
package io.florin.bank.statements;

import org.jspecify.annotations.NullMarked;
