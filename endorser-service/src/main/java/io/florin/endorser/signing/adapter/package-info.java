/// This endorser's signers with their ledgers of one-time secrets, and the supplies of what others prepared for it.
@NullMarked
package io.florin.endorser.signing.adapter;

import org.jspecify.annotations.NullMarked;
