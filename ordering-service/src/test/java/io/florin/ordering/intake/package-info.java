/// Tests of the intake.
@NullMarked
package io.florin.ordering.intake;

import org.jspecify.annotations.NullMarked;
