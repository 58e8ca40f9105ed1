/// The commit protocol's core, event by event.
@NullMarked
package io.florin.committer.coordinator;

import org.jspecify.annotations.NullMarked;
