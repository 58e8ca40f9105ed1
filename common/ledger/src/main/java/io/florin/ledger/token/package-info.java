/// Tokens of the clear UTXO model and the keys under which the ledger holds them (paper 001, appendix C.1).
@NullMarked
package io.florin.ledger.token;

import org.jspecify.annotations.NullMarked;
