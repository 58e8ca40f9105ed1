/// FROST(Ed25519, SHA-512) of RFC 9591: t of n parties sign in two rounds what verifies as plain Ed25519.
@NullMarked
package io.florin.crypto.frost;

import org.jspecify.annotations.NullMarked;
