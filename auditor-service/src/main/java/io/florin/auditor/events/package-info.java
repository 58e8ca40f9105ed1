/// What the auditor publishes, signed.
@NullMarked
package io.florin.auditor.events;

import org.jspecify.annotations.NullMarked;
