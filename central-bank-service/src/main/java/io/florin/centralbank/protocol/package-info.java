/// Records and interfaces between the central bank's features.
@NullMarked
package io.florin.centralbank.protocol;

import org.jspecify.annotations.NullMarked;
