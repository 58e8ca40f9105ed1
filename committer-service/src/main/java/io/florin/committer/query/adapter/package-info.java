/// The committer's public HTTP interface.
@NullMarked
package io.florin.committer.query.adapter;

import org.jspecify.annotations.NullMarked;
