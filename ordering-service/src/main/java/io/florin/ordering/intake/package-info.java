/// How far the topics of bundles are done with.
@NullMarked
package io.florin.ordering.intake;

import org.jspecify.annotations.NullMarked;
