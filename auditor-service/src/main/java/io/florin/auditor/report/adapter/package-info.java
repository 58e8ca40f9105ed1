/// The report for auditors, as JSON and as a page.
@NullMarked
package io.florin.auditor.report.adapter;

import org.jspecify.annotations.NullMarked;
