/// Tests of what takes bundles in.
@NullMarked
package io.florin.ordering.intake.adapter;

import org.jspecify.annotations.NullMarked;
