/// The commands of the `florin` script.
@NullMarked
package io.florin.sandbox.cli;

import org.jspecify.annotations.NullMarked;
