/// Keys and certificates of a network and of its nodes: made once, read by every service.
@NullMarked
package io.florin.identity;

import org.jspecify.annotations.NullMarked;
