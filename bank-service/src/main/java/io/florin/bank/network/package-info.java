/// What endorsers and the committer say of the network, for pages and those who watch the bank.
@NullMarked
package io.florin.bank.network;

import org.jspecify.annotations.NullMarked;
