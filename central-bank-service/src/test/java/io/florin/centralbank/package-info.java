/// Tests of the whole central bank service.
@NullMarked
package io.florin.centralbank;

import org.jspecify.annotations.NullMarked;
