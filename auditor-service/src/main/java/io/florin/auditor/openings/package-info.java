/// Opens payments under passive audit by case: gathers members' shares, names wrong ones, and reads what was encrypted.
@NullMarked
package io.florin.auditor.openings;

import org.jspecify.annotations.NullMarked;
