/// The console's first page.
@NullMarked
package io.florin.centralbank.overview;

import org.jspecify.annotations.NullMarked;
