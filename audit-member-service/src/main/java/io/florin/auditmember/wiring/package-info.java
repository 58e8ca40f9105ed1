/// Wiring of a member of the audit authority.
@NullMarked
package io.florin.auditmember.wiring;

import org.jspecify.annotations.NullMarked;
