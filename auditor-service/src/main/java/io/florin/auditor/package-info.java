/// The auditor: replays all blocks on its own, proves the supply, signs off large transfers, and reports what does not
/// fit.
@NullMarked
package io.florin.auditor;

import org.jspecify.annotations.NullMarked;
