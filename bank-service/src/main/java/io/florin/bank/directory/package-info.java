/// Destinations of payments: accounts of this bank, of other banks of the network, and bare wallet addresses.
@NullMarked
package io.florin.bank.directory;

import org.jspecify.annotations.NullMarked;
