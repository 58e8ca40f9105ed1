/// The trail of blocks: checks and replays each one, whatever source it came from, and never skips one.
@NullMarked
package io.florin.auditor.trail;

import org.jspecify.annotations.NullMarked;
