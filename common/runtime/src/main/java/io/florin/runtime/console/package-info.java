/// The frame that all consoles share: menu, signed-in person, sign-out, style.
@NullMarked
package io.florin.runtime.console;

import org.jspecify.annotations.NullMarked;
