/// Puts the features together; the only package that sees them all.
@NullMarked
package io.florin.auditor.wiring;

import org.jspecify.annotations.NullMarked;
