/// The certifier's ways to parties, committer and database, and its public interface.
@NullMarked
package io.florin.certifier.adapter;

import org.jspecify.annotations.NullMarked;
