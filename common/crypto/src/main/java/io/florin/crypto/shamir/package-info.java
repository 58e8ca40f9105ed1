/// Prime fields in constant time, groups of prime order behind one interface, and Shamir's secret sharing over them.
@NullMarked
package io.florin.crypto.shamir;

import org.jspecify.annotations.NullMarked;
