/// Behaviour towards the database that all services share, whatever they keep there.
@NullMarked
package io.florin.runtime.database;

import org.jspecify.annotations.NullMarked;
