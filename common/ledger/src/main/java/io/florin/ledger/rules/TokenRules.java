package io.florin.ledger.rules;

import io.florin.ledger.client.Submission;
import java.util.List;

/// The rules of a namespace, pluggable per version (protocol decision 4; the paper's token chaincode). Pure: the same
/// submission and context give the same decision at every endorser.
public interface TokenRules {

    /// As it stands in the configuration and in every header, u16.
    int version();

    RulesVerdict check(Submission submission, RulesContext context);

    /// The decisions on many, each as [#check] decides on one. Rules that verify proofs do it for all at once.
    default List<RulesVerdict> check(List<Submission> submissions, RulesContext context) {
        return submissions.stream().map(each -> check(each, context)).toList();
    }
}
