/// Common parts of every module's tests: seeds that replay, real servers, the rules of the house and a tidy check. It
/// is used with test scope only and knows nothing of payments.
@NullMarked
package io.florin.testkit;

import org.jspecify.annotations.NullMarked;
