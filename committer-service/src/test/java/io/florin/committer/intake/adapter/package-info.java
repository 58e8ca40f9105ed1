/// Intake with real Kafka.
@NullMarked
package io.florin.committer.intake.adapter;

import org.jspecify.annotations.NullMarked;
