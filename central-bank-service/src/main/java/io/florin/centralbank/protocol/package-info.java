/// What the central bank's features tell each other.
@NullMarked
package io.florin.centralbank.protocol;

import org.jspecify.annotations.NullMarked;
