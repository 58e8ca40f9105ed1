/// An issuer that signs people in, and the browser in which they read pages.
@NullMarked
package io.florin.doubles.login;

import org.jspecify.annotations.NullMarked;
