/// Tests of the bank's credentials.
@NullMarked
package io.florin.bank.credentials;

import org.jspecify.annotations.NullMarked;
