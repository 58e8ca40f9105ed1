/// Tests of the settings.
@NullMarked
package io.florin.endorser.wiring;

import org.jspecify.annotations.NullMarked;
