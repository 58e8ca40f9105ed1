/// The last lines of a Maven run. Runs inside Maven's own process, so it is compiled for the oldest JDK that Maven may
/// run on, apart from the rest of the module.
@NullMarked
package io.florin.testkit.epilogue;

import org.jspecify.annotations.NullMarked;
