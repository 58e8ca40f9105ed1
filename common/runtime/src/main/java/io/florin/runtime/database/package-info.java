/// What every service knows of its database, whatever it keeps there.
@NullMarked
package io.florin.runtime.database;

import org.jspecify.annotations.NullMarked;
