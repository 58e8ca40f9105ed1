/// The public HTTP edge: problem details for every error, bounded bodies, a request rate per client, strict JSON.
@NullMarked
package io.florin.runtime.http;

import org.jspecify.annotations.NullMarked;
