/// A bank that pays: the core of its payments above a database that loses what was not committed.
@NullMarked
package io.florin.simulation.bank;

import org.jspecify.annotations.NullMarked;
