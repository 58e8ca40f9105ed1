/// Every service instance of the sandbox with its ports, database, directories and properties, so that the one-JVM form
/// and
/// the process form start from the same plan.
@NullMarked
package io.florin.sandbox.plan;

import org.jspecify.annotations.NullMarked;
