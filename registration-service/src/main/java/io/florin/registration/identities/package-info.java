/// Answers to "who is this enrollment id", under a case of the audit authority and by two officers.
@NullMarked
package io.florin.registration.identities;

import org.jspecify.annotations.NullMarked;
