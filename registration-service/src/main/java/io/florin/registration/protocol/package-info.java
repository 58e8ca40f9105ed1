/// Types that the features of registration share: who acts, what is decided, how a standing changes, what one feature
/// asks of another.
@NullMarked
package io.florin.registration.protocol;

import org.jspecify.annotations.NullMarked;
