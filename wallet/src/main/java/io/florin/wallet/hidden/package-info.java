/// The wallet of a currency that hides owners or values: keys and credential, tokens with their openings, receiving,
/// certification, selection, and payments with their proofs. Pure: nothing here talks to a network or a disk.
@NullMarked
package io.florin.wallet.hidden;

import org.jspecify.annotations.NullMarked;
