package io.florin.bank.protocol;

/// How account numbers tell whose they are.
public interface AccountNumbers {

    /// The bank of an account number, or -1 for a number of no bank of the network.
    int participantOf(String iban);
}
