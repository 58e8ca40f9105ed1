/// X.509 credentials of enrolled owner keys, and TLS certificates of admitted banks.
@NullMarked
package io.florin.registration.credentials;

import org.jspecify.annotations.NullMarked;
