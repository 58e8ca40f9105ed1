/// Key ceremonies: how organisations that do not trust each other come to a threshold key that nobody ever holds whole,
/// and to new shares of it. A pure state machine of each participant; messages travel by an adapter.
@NullMarked
package io.florin.ceremony;

import org.jspecify.annotations.NullMarked;
