package io.florin.testkit.planted.clean.shard;

import io.florin.testkit.planted.clean.protocol.Verify;

public record Shard(Verify last) {}
