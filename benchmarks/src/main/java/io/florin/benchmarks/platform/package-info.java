/// The whole platform under load: every service started by the sandbox, driven through the banks' own REST API.
@NullMarked
package io.florin.benchmarks.platform;

import org.jspecify.annotations.NullMarked;
