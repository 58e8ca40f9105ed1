/// Anonymous credentials of hidden currencies: issued blindly once for an enrollment, signed anew in every epoch
/// without the holder.
@NullMarked
package io.florin.registration.anonymous;

import org.jspecify.annotations.NullMarked;
