/// A small service on the runtime, for tests with a real server.
@NullMarked
package io.florin.runtime.app;

import org.jspecify.annotations.NullMarked;
