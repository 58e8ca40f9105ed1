/// Sources of blocks and the store of accepted ones: topics, ordering parties, the database.
@NullMarked
package io.florin.auditor.replay.adapter;

import org.jspecify.annotations.NullMarked;
