/// Groups, hashes and signatures of the platform; this module knows nothing about payments.
@NullMarked
package io.florin.crypto;

import org.jspecify.annotations.NullMarked;
