/// Tests of following registration.
@NullMarked
package io.florin.instant.standing.adapter;

import org.jspecify.annotations.NullMarked;
