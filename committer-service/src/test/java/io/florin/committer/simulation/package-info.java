/// The commit protocol as one thread under one seed, with crashes, against the serial oracle.
@NullMarked
package io.florin.committer.simulation;

import org.jspecify.annotations.NullMarked;
