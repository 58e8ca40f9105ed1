/// The log in the database, for auditors and as a page.
@NullMarked
package io.florin.auditor.auditlog.adapter;

import org.jspecify.annotations.NullMarked;
