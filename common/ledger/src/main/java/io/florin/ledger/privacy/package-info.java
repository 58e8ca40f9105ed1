/// The statements of the models that hide: what issues, transfers and redemptions prove about tokens whose owner or
/// value nobody sees, the public parameters that they are proven under, and the tokens themselves. Pure.
@NullMarked
package io.florin.ledger.privacy;

import org.jspecify.annotations.NullMarked;
