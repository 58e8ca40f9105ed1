/// Publishes events to `audit.events` from a table that is written with what they tell.
@NullMarked
package io.florin.auditor.events.adapter;

import org.jspecify.annotations.NullMarked;
