/// A certifier as auditors under test ask it, apart from other nodes so that a scan of one finds nothing of the other.
@NullMarked
package io.florin.testcertifier;

import org.jspecify.annotations.NullMarked;
