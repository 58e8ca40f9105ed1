package io.florin.bank.protocol;

/// Who this bank is.
///
/// @param participant its number in the network
/// @param bic 8 or 11 characters
public record BankIdentity(int participant, String name, String bic) {}
