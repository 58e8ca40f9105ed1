/// Journals on disk.
@NullMarked
package io.florin.instant.journal.adapter;

import org.jspecify.annotations.NullMarked;
