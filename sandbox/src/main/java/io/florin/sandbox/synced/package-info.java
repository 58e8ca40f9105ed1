/// Files as they would be after a power cut: what a process has written and never forced to the disk is taken away.
@NullMarked
package io.florin.sandbox.synced;

import org.jspecify.annotations.NullMarked;
