/// Members of the audit authority, registration's ids, the log, pages and the API of openings.
@NullMarked
package io.florin.auditor.openings.adapter;

import org.jspecify.annotations.NullMarked;
