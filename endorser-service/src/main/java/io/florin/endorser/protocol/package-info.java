/// Types that the features of the endorser exchange: accepted transactions, share orders, outcomes, and the ports
/// between features.
@NullMarked
package io.florin.endorser.protocol;

import org.jspecify.annotations.NullMarked;
