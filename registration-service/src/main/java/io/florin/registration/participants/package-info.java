/// Banks: their applications, the check of their endpoints, admission by a second person, standing.
@NullMarked
package io.florin.registration.participants;

import org.jspecify.annotations.NullMarked;
