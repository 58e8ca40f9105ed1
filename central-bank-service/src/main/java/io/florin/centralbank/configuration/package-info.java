/// The ledger's configuration: what is in force, and how officers change it, from a proposal to the ledger's word.
@NullMarked
package io.florin.centralbank.configuration;

import org.jspecify.annotations.NullMarked;
