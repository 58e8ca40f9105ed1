/// Making, ahead of any message, what endorsers sign with where the scheme has one-time secrets: presignatures in
/// bulk, over a broadcast that nobody need trust.
@NullMarked
package io.florin.endorser.signing;

import org.jspecify.annotations.NullMarked;
