/// The auditor's announcements to everybody, signed.
@NullMarked
package io.florin.ledger.audit;

import org.jspecify.annotations.NullMarked;
