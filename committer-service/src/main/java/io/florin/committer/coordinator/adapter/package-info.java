/// The decision log on disk and the loop that writes it.
@NullMarked
package io.florin.committer.coordinator.adapter;

import org.jspecify.annotations.NullMarked;
