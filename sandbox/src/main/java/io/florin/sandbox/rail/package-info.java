/// The part of the demo economy that pays on the instant rail, as its holders do: with keys of their own.
@NullMarked
package io.florin.sandbox.rail;

import org.jspecify.annotations.NullMarked;
