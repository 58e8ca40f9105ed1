/// What the auditor's features tell each other.
@NullMarked
package io.florin.auditor.protocol;

import org.jspecify.annotations.NullMarked;
