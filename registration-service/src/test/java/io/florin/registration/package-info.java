/// Tests of the whole registration service.
@NullMarked
package io.florin.registration;

import org.jspecify.annotations.NullMarked;
