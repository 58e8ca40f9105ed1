package io.florin.bank.protocol;

/// Identity of this bank.
///
/// @param participant its number in the network
/// @param bic 8 or 11 characters
public record BankIdentity(int participant, String name, String bic) {}
