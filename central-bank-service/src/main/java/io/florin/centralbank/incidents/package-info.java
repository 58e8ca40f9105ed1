/// Incidents: what stops issuing, until it is understood and two persons have closed it.
@NullMarked
package io.florin.centralbank.incidents;

import org.jspecify.annotations.NullMarked;
