/// How far the topics of bundles are done with, and which bundles of the configuration namespace come in.
@NullMarked
package io.florin.ordering.intake;

import org.jspecify.annotations.NullMarked;
