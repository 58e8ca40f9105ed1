/// Tests of the screening of what other banks pay.
@NullMarked
package io.florin.bank.screening;

import org.jspecify.annotations.NullMarked;
