/// Registration: admits banks, checks and enrolls their customers, and tells everybody in signed, numbered records.
@NullMarked
package io.florin.registration;

import org.jspecify.annotations.NullMarked;
