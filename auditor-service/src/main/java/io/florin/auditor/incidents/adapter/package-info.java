/// Findings in the database and as a page.
@NullMarked
package io.florin.auditor.incidents.adapter;

import org.jspecify.annotations.NullMarked;
