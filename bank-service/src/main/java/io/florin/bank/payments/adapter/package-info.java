/// Payments in the database, on the public API, on the pages and on their way to auditor and endorsers.
@NullMarked
package io.florin.bank.payments.adapter;

import org.jspecify.annotations.NullMarked;
