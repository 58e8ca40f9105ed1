/// The second oracle, which is written in another language, as part of the test command.
@NullMarked
package io.florin.sandbox.oracle;

import org.jspecify.annotations.NullMarked;
