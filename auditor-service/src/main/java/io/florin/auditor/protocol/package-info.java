/// Records and interfaces between the auditor's features.
@NullMarked
package io.florin.auditor.protocol;

import org.jspecify.annotations.NullMarked;
