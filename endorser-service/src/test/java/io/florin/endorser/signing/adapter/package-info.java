/// Tests of signing with one-time secrets, between endorsers whose calls are method calls.
@NullMarked
package io.florin.endorser.signing.adapter;

import org.jspecify.annotations.NullMarked;
