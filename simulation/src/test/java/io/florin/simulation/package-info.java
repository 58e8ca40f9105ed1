/// Many seeds, and bugs planted to see that they are found.
@NullMarked
package io.florin.simulation;

import org.jspecify.annotations.NullMarked;
