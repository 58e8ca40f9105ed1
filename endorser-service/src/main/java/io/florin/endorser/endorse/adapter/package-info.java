/// Runs rules and signatures on a fixed pool, one thread per core.
@NullMarked
package io.florin.endorser.endorse.adapter;

import org.jspecify.annotations.NullMarked;
