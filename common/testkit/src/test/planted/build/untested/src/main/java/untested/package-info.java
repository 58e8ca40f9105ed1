/// Code without a test.
@NullMarked
package untested;

import org.jspecify.annotations.NullMarked;
