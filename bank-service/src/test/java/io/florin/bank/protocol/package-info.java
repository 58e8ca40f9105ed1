@NullMarked
package io.florin.bank.protocol;

import org.jspecify.annotations.NullMarked;
