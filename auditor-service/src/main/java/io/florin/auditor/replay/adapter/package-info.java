/// Where blocks come from and where accepted ones are kept: topics, ordering parties, the database.
@NullMarked
package io.florin.auditor.replay.adapter;

import org.jspecify.annotations.NullMarked;
