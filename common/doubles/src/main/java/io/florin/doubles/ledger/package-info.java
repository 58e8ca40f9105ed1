/// A ledger as committers, parties and endorsers show it to whoever asks them, without ports; and payments that it
/// took.
@NullMarked
package io.florin.doubles.ledger;

import org.jspecify.annotations.NullMarked;
