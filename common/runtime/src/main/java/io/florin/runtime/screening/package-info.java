/// Comparison of names with a list, scored and explained. Pure but for [io.florin.runtime.screening.ReloadedScreening].
@NullMarked
package io.florin.runtime.screening;

import org.jspecify.annotations.NullMarked;
