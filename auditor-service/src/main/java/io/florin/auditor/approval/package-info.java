/// Active audit: which transactions the auditor signs off at once, which wait for a person, which it refuses.
@NullMarked
package io.florin.auditor.approval;

import org.jspecify.annotations.NullMarked;
