package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.HashToScalar;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.LedgerView;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Issues of hidden currencies: one token for the whole amount to the treasury, with its opening in a note that only
/// the treasury reads. The amount and the bank stay public, they stand in the request.
final class HiddenIssues {
    private final HiddenCurrencies currencies;
    private final RandomGenerator random;
    private final Function<byte[], Bytes> signature;
    private final NetworkId network;

    /// @param random a `SecureRandom` outside tests
    /// @param signature this node's, deterministic: blindings come from it, so that a withdrawal has one token whenever
    ///     it is asked for, and nobody else knows it
    HiddenIssues(NetworkId network, RandomGenerator random, Function<byte[], Bytes> signature) {
        this.network = network;
        this.signature = signature;
        this.currencies = new HiddenCurrencies(network);
        this.random = random;
    }

    /// The opening of the withdrawal's one token.
    private List<HiddenOpening> openings(SupplyRequest request, TreasuryAddress payee) {
        byte[] content = new CanonicalWriter(256)
                .fixed(request.encode())
                .fixed(payee.address().encode())
                .toByteArray();
        byte[] secret =
                signature.apply(Domain.ISSUE_OPENING.message(network, content)).toArray();
        return List.of(new HiddenOpening(
                payee.address().eid(),
                request.amount(),
                HashToScalar.of(secret, "florin-issue-owner"),
                HashToScalar.of(secret, "florin-issue-value")));
    }

    /// Bytes that officers sign of a withdrawal: the request and the token that is to come of it.
    byte[] officerMessage(Namespace currency, SupplyRequest request, TreasuryAddress payee) {
        PrivacyModel model = PrivacyModel.ofRulesVersion(currency.rulesVersion());
        return request.officerMessage(
                network,
                currency.id(),
                currency.rulesVersion(),
                HiddenPayment.outputsDigest(tokens(currency.id(), model, request, payee)));
    }

    /// Tokens that an issue of this withdrawal to this address makes.
    List<HiddenToken> tokens(NamespaceId currency, PrivacyModel model, SupplyRequest request, TreasuryAddress payee) {
        return HiddenPayment.issued(currency, model, request, openings(request, payee));
    }

    /// Proves an issue of the token that the officers signed.
    HiddenPayment prove(
            NetworkConfiguration configuration,
            LedgerView ledger,
            SupplyRequest request,
            TreasuryAddress payee,
            List<OfficerApproval> approvals) {
        return new HiddenPaymentBuilder(currencies, configuration, ledger, random)
                .issueOf(request, payee.address(), openings(request, payee), approvals)
                .payment();
    }

    /// Disclosure of an issue to the auditor. The opening is made again from this node's key, so nobody has to keep it.
    ///
    /// @return empty if it is no issue of this withdrawal to this address
    Optional<AuditDisclosure> disclosure(HiddenPayment issue, SupplyRequest request, TreasuryAddress payee) {
        PrivacyModel model = PrivacyModel.ofRulesVersion(issue.header().rulesVersion());
        return tokens(issue.header().namespace(), model, request, payee)
                        .equals(issue.statement().outputs())
                ? Optional.of(new AuditDisclosure(issue, List.of(), openings(request, payee)))
                : Optional.empty();
    }
}
