package io.florin.simulation.bank;

/// Surroundings of the parts of a bank's process.
interface BankSurroundings {
    BankCustomers customers();

    /// By the clock on the wall.
    long nowMillis();

    void beforeEffect();

    /// One database transaction; everybody reads what it wrote.
    void commit(BankEntry.Change change);
}
