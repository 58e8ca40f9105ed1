/// Those who follow the ledger: banks, certifiers and auditors.
@NullMarked
package io.florin.simulation.follower;

import org.jspecify.annotations.NullMarked;
