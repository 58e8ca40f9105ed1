/// Intake, event by event.
@NullMarked
package io.florin.committer.intake;

import org.jspecify.annotations.NullMarked;
