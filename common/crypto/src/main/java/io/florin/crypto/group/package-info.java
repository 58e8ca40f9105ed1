/// The groups of BLS12-381: scalars, checked and unchecked points, sums of products, pairings, hashing to them. By blst
/// where its library loads, otherwise by a slow implementation on Bouncy Castle, which is also the oracle of the tests.
@NullMarked
package io.florin.crypto.group;

import org.jspecify.annotations.NullMarked;
