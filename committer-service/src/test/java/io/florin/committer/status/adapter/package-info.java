/// Tests of the publication of statuses.
@NullMarked
package io.florin.committer.status.adapter;

import org.jspecify.annotations.NullMarked;
