/// Nodes that an auditor talks to, played by tests; outside the auditor's own package, whose beans are scanned.
@NullMarked
package io.florin.testnodes;

import org.jspecify.annotations.NullMarked;
