/// The index of transactions in the database and the page that asks it.
@NullMarked
package io.florin.auditor.trace.adapter;

import org.jspecify.annotations.NullMarked;
