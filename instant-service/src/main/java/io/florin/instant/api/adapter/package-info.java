/// Answers of an authority over HTTP.
@NullMarked
package io.florin.instant.api.adapter;

import org.jspecify.annotations.NullMarked;
