/// Code that the compiler must refuse.
@NullMarked
package careless;

import org.jspecify.annotations.NullMarked;
