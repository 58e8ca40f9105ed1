/// Tests of a member of the audit authority.
@NullMarked
package io.florin.auditmember;

import org.jspecify.annotations.NullMarked;
