/// The log of decisions: who did what to whom and why, chained by hashes with a signed head, in the service's own
/// database; its check, API and page. A service takes it with [io.florin.decisions.FlorinDecisions].
@NullMarked
package io.florin.decisions;

import org.jspecify.annotations.NullMarked;
