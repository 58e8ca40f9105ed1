/// Knowledge of a payment: one page that shows what each party sees of it, read from the stores of everybody who took
/// part in it.
@NullMarked
package io.florin.sandbox.view;

import org.jspecify.annotations.NullMarked;
