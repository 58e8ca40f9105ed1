/// The replay of the ledger: checks and replays each one, whatever source it came from, and never skips one.
@NullMarked
package io.florin.auditor.replay;

import org.jspecify.annotations.NullMarked;
