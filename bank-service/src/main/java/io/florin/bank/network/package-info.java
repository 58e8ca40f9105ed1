/// What the bank knows of the network: the configuration in force and the height, asked of the committer.
@NullMarked
package io.florin.bank.network;

import org.jspecify.annotations.NullMarked;
