package io.florin.bank.protocol;

import java.util.UUID;
import java.util.function.Supplier;

/// Fresh identifiers, handed in so that tests can choose them.
public interface IdSource extends Supplier<UUID> {}
