/// Doubles of the nodes that a committer talks to, on real ports; outside its packages, so that it does not find them.
@NullMarked
package io.florin.testnodes;

import org.jspecify.annotations.NullMarked;
