/// BBS signatures over many messages, of which a holder shows any part without showing the signature; also with
/// messages that the signer does not see. As in the CFRG drafts, suite BLS12-381-SHA-256.
@NullMarked
package io.florin.crypto.bbs;

import org.jspecify.annotations.NullMarked;
