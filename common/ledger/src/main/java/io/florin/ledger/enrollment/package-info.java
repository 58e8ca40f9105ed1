/// Registration records: who may hold and move money, as signed and numbered records.
@NullMarked
package io.florin.ledger.enrollment;

import org.jspecify.annotations.NullMarked;
