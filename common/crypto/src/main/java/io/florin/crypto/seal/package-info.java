/// Encryption to an X25519 public key that tells nobody but its holder whom it is for, and of what a node stores.
@NullMarked
package io.florin.crypto.seal;

import org.jspecify.annotations.NullMarked;
