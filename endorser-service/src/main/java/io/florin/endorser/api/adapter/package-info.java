/// The service's HTTP endpoints, public and internal.
@NullMarked
package io.florin.endorser.api.adapter;

import org.jspecify.annotations.NullMarked;
