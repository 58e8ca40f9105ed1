/// Serial replay: the slow, obvious validator that serves as oracle and as the auditor's own ledger.
@NullMarked
package io.florin.ledger.replay;

import org.jspecify.annotations.NullMarked;
