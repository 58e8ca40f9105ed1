/// Puts the bank together: the only package that sees all features.
@NullMarked
package io.florin.bank.wiring;

import org.jspecify.annotations.NullMarked;
