/// Checks of an applicant: names against a sanctions list, documents against the tier's demands.
@NullMarked
package io.florin.registration.screening;

import org.jspecify.annotations.NullMarked;
