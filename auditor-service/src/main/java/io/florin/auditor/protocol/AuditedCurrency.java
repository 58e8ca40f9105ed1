package io.florin.auditor.protocol;

/// The currency whose supply is proven, as pages write it.
@FunctionalInterface
public interface AuditedCurrency {

    Money money();
}
