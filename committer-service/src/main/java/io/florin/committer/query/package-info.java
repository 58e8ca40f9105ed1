/// Public questions to a committer.
@NullMarked
package io.florin.committer.query;

import org.jspecify.annotations.NullMarked;
