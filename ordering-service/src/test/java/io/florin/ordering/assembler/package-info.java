/// Tests of the assembler.
@NullMarked
package io.florin.ordering.assembler;

import org.jspecify.annotations.NullMarked;
