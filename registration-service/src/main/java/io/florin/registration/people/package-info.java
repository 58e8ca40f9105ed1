/// Customers of banks: their applications, checks and enrollment, decided by a rule or a second person, standing.
@NullMarked
package io.florin.registration.people;

import org.jspecify.annotations.NullMarked;
