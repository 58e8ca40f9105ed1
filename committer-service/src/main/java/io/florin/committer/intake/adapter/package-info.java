/// Feeds intake from Kafka topics and from the parties' block stores.
@NullMarked
package io.florin.committer.intake.adapter;

import org.jspecify.annotations.NullMarked;
