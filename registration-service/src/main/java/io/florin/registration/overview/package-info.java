/// The console's first page.
@NullMarked
package io.florin.registration.overview;

import org.jspecify.annotations.NullMarked;
