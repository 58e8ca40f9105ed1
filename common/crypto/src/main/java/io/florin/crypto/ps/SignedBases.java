package io.florin.crypto.ps;

import io.florin.crypto.Bytes32;

/// A certifier's durable memory of what it signed under which base.
public interface SignedBases {
    /// Remembers, durably, that the token is signed under the base, if the base is new or was signed with the same
    /// token; false if it was signed with another. Two different tokens under one base give a forgery.
    boolean admit(Bytes32 base, Bytes32 token);
}
