package io.florin.testkit.planted.clean.shard.adapter;

import io.florin.testkit.planted.clean.shard.Shard;
import java.nio.file.Path;

record ShardFile(Path path, Shard shard) {}
