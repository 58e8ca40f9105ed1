/// Ports with their owners, checked to be free before anything starts.
@NullMarked
package io.florin.sandbox.ports;

import org.jspecify.annotations.NullMarked;
