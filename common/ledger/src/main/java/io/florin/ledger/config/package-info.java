/// Genesis and the network configuration: who may sign what, under which keys, limits and policies.
@NullMarked
package io.florin.ledger.config;

import org.jspecify.annotations.NullMarked;
