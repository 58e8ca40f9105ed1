/// Checks that auditors and members of the audit authority make alike, each by itself: that a payment is committed,
/// that its proof holds, and what a member's log says of the shares that it gave.
@NullMarked
package io.florin.audit;

import org.jspecify.annotations.NullMarked;
