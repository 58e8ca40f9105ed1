package io.florin.ledger.rail.signing;

class NaiveCommitteeTest extends SigningContract {
    NaiveCommitteeTest() {
        super(SigningScheme.NAIVE_ED25519);
    }
}
