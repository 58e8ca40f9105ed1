/// ISO 20022 at the edge of a bank: customers' and banks' payment files are read and checked line by line, status
/// reports and statements are written. Pure: bytes in, values out; no Spring, no HTTP, no clock.
@NullMarked
package io.florin.bank.iso20022;

import org.jspecify.annotations.NullMarked;
