/// Blind issuance and renewal, with real keys and a real database.
@NullMarked
package io.florin.registration.anonymous;

import org.jspecify.annotations.NullMarked;
