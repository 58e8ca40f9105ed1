/// Supply proofs in the database, for the public and as a page.
@NullMarked
package io.florin.auditor.supply.adapter;

import org.jspecify.annotations.NullMarked;
