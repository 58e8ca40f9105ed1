/// The log of all decisions and acts, for auditors and as a page: append-only, hash-chained, its head signed, so that a
/// missing row is named.
@NullMarked
package io.florin.auditor.auditlog.adapter;

import org.jspecify.annotations.NullMarked;
