/// Starts and stops the plan: inside this JVM, or as processes that stay when this JVM ends.
@NullMarked
package io.florin.sandbox.run;

import org.jspecify.annotations.NullMarked;
