/// Edges where bundles come in and find room, and blocks are asked for: Kafka and the internal port.
@NullMarked
package io.florin.ordering.intake.adapter;

import org.jspecify.annotations.NullMarked;
