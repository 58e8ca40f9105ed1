/// Makes the same blocks from the same decisions at every party.
@NullMarked
package io.florin.ordering.assembler;

import org.jspecify.annotations.NullMarked;
