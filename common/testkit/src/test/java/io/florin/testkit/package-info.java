/// The test kit, tested like everything else.
@NullMarked
package io.florin.testkit;

import org.jspecify.annotations.NullMarked;
