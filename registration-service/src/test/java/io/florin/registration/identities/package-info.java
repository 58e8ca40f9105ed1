/// Names of enrollment ids, with a real database and log.
@NullMarked
package io.florin.registration.identities;

import org.jspecify.annotations.NullMarked;
