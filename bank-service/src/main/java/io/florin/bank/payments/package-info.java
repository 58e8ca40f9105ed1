/// Payments of customers, as rules without a database: which orders are taken ([AcceptanceRound]), what is planned and
/// when ([PaymentCore]), what goes out together ([Submissions]), and how payments end ([Settlement]).
@NullMarked
package io.florin.bank.payments;

import org.jspecify.annotations.NullMarked;
