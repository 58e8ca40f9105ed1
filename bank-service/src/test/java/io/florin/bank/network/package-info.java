@NullMarked
package io.florin.bank.network;

import org.jspecify.annotations.NullMarked;
