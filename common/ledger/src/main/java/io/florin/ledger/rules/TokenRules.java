package io.florin.ledger.rules;

import io.florin.ledger.client.Submission;

/// The rules of a namespace, pluggable per version (protocol decision 4; the paper's token chaincode). Pure: the same
/// submission and context give the same decision at every endorser.
public interface TokenRules {

    /// As it stands in the configuration and in every header, u16.
    int version();

    Decision check(Submission submission, RulesContext context);
}
