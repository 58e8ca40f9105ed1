/// What tests override of an API of the platform: every question that a test does not answer is its failure.
@NullMarked
package io.florin.doubles.api;

import org.jspecify.annotations.NullMarked;
