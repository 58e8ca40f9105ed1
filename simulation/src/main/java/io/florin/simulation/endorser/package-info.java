/// Endorsers that gather, and clients that submit until they are told that it is accepted.
@NullMarked
package io.florin.simulation.endorser;

import org.jspecify.annotations.NullMarked;
