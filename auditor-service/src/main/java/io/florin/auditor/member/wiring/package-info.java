/// How a member of the audit authority is put together.
@NullMarked
package io.florin.auditor.member.wiring;

import org.jspecify.annotations.NullMarked;
