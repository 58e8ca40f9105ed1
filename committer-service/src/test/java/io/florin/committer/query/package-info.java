/// What anyone may ask.
@NullMarked
package io.florin.committer.query;

import org.jspecify.annotations.NullMarked;
