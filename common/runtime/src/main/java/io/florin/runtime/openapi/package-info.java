/// The description of a service's public API (OpenAPI 3.1 at `/v3/api-docs`): what springdoc cannot read from the code.
@NullMarked
package io.florin.runtime.openapi;

import org.jspecify.annotations.NullMarked;
