/// One real PostgreSQL server for one machine, run from the binaries on the class path, with one role and one database
/// per service instance. It starts as root too, and its data directory survives restarts.
@NullMarked
package io.florin.sandbox.postgres;

import org.jspecify.annotations.NullMarked;
