/// Fetches payments from endorsers, keeps what is found, and runs the checks.
@NullMarked
package io.florin.auditor.proofs.adapter;

import org.jspecify.annotations.NullMarked;
