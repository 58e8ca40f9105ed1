/// Fiat–Shamir challenges: a duplex sponge over SHAKE128 as in draft-irtf-cfrg-fiat-shamir, and the framed,
/// domain-separated transcript that every proof of the platform takes its challenges from.
@NullMarked
package io.florin.crypto.transcript;

import org.jspecify.annotations.NullMarked;
