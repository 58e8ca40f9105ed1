/// How a member of the audit authority is put together.
@NullMarked
package io.florin.auditmember.wiring;

import org.jspecify.annotations.NullMarked;
