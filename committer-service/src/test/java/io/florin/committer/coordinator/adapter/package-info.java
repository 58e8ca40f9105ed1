/// The decision log on disk.
@NullMarked
package io.florin.committer.coordinator.adapter;

import org.jspecify.annotations.NullMarked;
