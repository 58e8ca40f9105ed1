package io.florin.identity;

import io.florin.crypto.ps.PsKeyShare;

/// A certifier's share of the key of an epoch.
public record CertifierShare(long epoch, PsKeyShare share) {}
