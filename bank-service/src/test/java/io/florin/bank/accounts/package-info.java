@NullMarked
package io.florin.bank.accounts;

import org.jspecify.annotations.NullMarked;
