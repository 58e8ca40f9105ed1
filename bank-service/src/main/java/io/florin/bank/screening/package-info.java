/// Money from other banks: names are compared with the sanctions list before it is credited, and persons decide about
/// likenesses.
@NullMarked
package io.florin.bank.screening;

import org.jspecify.annotations.NullMarked;
