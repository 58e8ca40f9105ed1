/// Compares what committers sign for each block with the auditor's own replay.
@NullMarked
package io.florin.auditor.status;

import org.jspecify.annotations.NullMarked;
