/// Decisions on transactions in the database and as pages.
@NullMarked
package io.florin.auditor.approval.adapter;

import org.jspecify.annotations.NullMarked;
