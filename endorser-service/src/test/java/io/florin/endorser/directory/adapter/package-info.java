/// Tests of what is kept of registration's records.
@NullMarked
package io.florin.endorser.directory.adapter;

import org.jspecify.annotations.NullMarked;
