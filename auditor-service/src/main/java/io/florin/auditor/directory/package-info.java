/// Enrollments, from registration's signed and numbered records.
@NullMarked
package io.florin.auditor.directory;

import org.jspecify.annotations.NullMarked;
