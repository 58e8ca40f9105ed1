/// Tests of asking endorsers.
@NullMarked
package io.florin.committer.reconciliation.adapter;

import org.jspecify.annotations.NullMarked;
