/// An authority as a process: what it opens, in which order, and how it ends.
@NullMarked
package io.florin.instant.process.adapter;

import org.jspecify.annotations.NullMarked;
