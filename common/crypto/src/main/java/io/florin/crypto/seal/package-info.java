/// Encryption to an X25519 public key that tells nobody but its holder whom it is for.
@NullMarked
package io.florin.crypto.seal;

import org.jspecify.annotations.NullMarked;
