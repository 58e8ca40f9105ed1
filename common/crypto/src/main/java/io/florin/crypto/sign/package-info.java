/// Ed25519 signatures (RFC 8032) with strict public keys, native where the machine allows it.
@NullMarked
package io.florin.crypto.sign;

import org.jspecify.annotations.NullMarked;
