/// Handing transactions in: to endorsers, and again until the ledger has said its last word.
@NullMarked
package io.florin.runtime.submission;

import org.jspecify.annotations.NullMarked;
