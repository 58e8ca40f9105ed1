package io.florin.testkit.planted.clean.wiring;

import io.florin.testkit.planted.clean.shard.Shard;
import io.florin.testkit.planted.clean.verifier.Verifier;

record Wiring(Verifier verifier, Shard shard) {}
