/// The first page, and what all pages share.
@NullMarked
package io.florin.bank.overview;

import org.jspecify.annotations.NullMarked;
