/// Bases of tests' fakes of the platform's APIs: every question that a test does not answer is its failure.
@NullMarked
package io.florin.doubles.api;

import org.jspecify.annotations.NullMarked;
