/// Tests of the public interface.
@NullMarked
package io.florin.committer.query.adapter;

import org.jspecify.annotations.NullMarked;
