/// Faults under load on the multi-process form: processes killed, parties away, Kafka stopped. Afterwards every
/// accepted payment is final, the supply holds and all views agree.
@NullMarked
package io.florin.sandbox.chaos;

import org.jspecify.annotations.NullMarked;
