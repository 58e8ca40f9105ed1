/// What the auditor announces to everybody, signed.
@NullMarked
package io.florin.ledger.audit;

import org.jspecify.annotations.NullMarked;
