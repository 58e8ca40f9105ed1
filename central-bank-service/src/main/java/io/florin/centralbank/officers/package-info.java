/// Officers and their keys: each signs with a key that opens only under the officer's own passphrase.
@NullMarked
package io.florin.centralbank.officers;

import org.jspecify.annotations.NullMarked;
