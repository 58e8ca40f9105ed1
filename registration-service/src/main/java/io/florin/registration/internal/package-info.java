/// The internal port: what banks and the readers of records ask.
@NullMarked
package io.florin.registration.internal;

import org.jspecify.annotations.NullMarked;
