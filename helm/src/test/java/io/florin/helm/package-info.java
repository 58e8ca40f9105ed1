/// The chart is linted and rendered as Helm itself does it.
@NullMarked
package io.florin.helm;

import org.jspecify.annotations.NullMarked;
