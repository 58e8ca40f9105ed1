@NullMarked
package io.florin.bank.directory;

import org.jspecify.annotations.NullMarked;
