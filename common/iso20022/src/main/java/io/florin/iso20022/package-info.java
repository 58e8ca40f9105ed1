/// ISO 20022 at the edge of a bank: customers' and banks' payment files are read and checked line by line, status
/// reports and statements are written. Pure: bytes in, values out; no Spring, no HTTP, no clock.
///
/// What is wrong with a file as a file (not XML, unknown version, an element of a header or batch, counts and sums)
/// refuses the file; what is wrong inside one payment refuses that payment, and the others can be made. A well-formed
/// payment is refused for a business reason when it asks for what Florin does not do: another currency, conversion of
/// an amount, payment by cheque, a creditor without an account ([Rule#business()]).
@NullMarked
package io.florin.iso20022;

import org.jspecify.annotations.NullMarked;
