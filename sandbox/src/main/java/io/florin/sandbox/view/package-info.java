/// Who sees what of a payment: one page, read from the stores of everybody who took part in it.
@NullMarked
package io.florin.sandbox.view;

import org.jspecify.annotations.NullMarked;
