/// The network as endorsers and the committer describe it, for pages and those who watch the bank.
@NullMarked
package io.florin.bank.network;

import org.jspecify.annotations.NullMarked;
