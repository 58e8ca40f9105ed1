/// Code that the compiler warns of.
@NullMarked
package warned;

import org.jspecify.annotations.NullMarked;
