/// Settlement transactions: the compact read and write sets that are ordered and committed (paper 001, 3.2).
@NullMarked
package io.florin.ledger.settlement;

import org.jspecify.annotations.NullMarked;
