/// HTTP contracts between services: one interface per internal API, implemented by the controller and used as client,
/// and the records they exchange. Ids and keys travel as lower-case hex, amounts as integer minor units.
@NullMarked
package io.florin.runtime.api;

import org.jspecify.annotations.NullMarked;
