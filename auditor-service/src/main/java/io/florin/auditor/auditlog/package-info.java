/// The log of all decisions and acts: append-only, hash-chained, its head signed, so that a missing row is named.
@NullMarked
package io.florin.auditor.auditlog;

import org.jspecify.annotations.NullMarked;
