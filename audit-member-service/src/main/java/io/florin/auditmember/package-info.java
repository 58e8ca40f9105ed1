/// A member of the audit authority: holds a share of the key to which payments under passive audit are encrypted, and
/// gives decryption shares for committed payments that an open case of its own organisation covers. A process of its
/// own.
@NullMarked
package io.florin.auditmember;

import org.jspecify.annotations.NullMarked;
