/// A currency that hides amounts and owners: accounts of a bank's wallets, and what stands in for proofs.
@NullMarked
package io.florin.simulation.hidden;

import org.jspecify.annotations.NullMarked;
