package io.florin.bank.reserves;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.reserves.SupplyOrder.State;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.doubles.api.UnaskedAuditor;
import io.florin.doubles.api.UnaskedCentralBank;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.doubles.api.UnkeptTransactions;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLedger;
import io.florin.fakenet.UnaskedVault;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.wallet.address.WalletAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;

/// Ends of a redemption's transaction. One auditor, whose refusals nobody signs.
class SupplyLoopTest {

    private final TestNetwork network = new TestNetwork(29, AuditPolicy.ALWAYS);
    private final OwnerKey owner = new OwnerKey(network.newKey().publicKey());
    private final Memory orders = new Memory();
    private SupplyLoop loop = loop();
    private boolean auditorRefuses;
    private int taken;

    /// One approved redemption.
    private final class Memory extends SupplyOrders {
        final List<String> failed = new ArrayList<>();
        SupplyOrder order = state(State.APPROVED, Optional.empty());

        Memory() {
            super(
                    JdbcClient.create(new DriverManagerDataSource("jdbc:nowhere")),
                    new UnaskedWallets(),
                    new UnaskedHoldings(),
                    new UnaskedVault(),
                    PaymentGate.OPEN,
                    () -> Instant.parse("2026-03-01T12:00:00Z"),
                    new Random(1));
        }

        private SupplyOrder state(State state, Optional<ClientTransaction> transaction) {
            return new SupplyOrder(
                    Bytes32.of(new byte[Bytes32.SIZE]),
                    Direction.REDEMPTION,
                    Amount.of(5),
                    state,
                    transaction,
                    () -> Bytes.EMPTY);
        }

        @Override
        List<SupplyOrder> due() {
            return List.of(order);
        }

        @Override
        boolean signed(Bytes32 id, Treasury.Made made) {
            order = state(State.SUBMITTED, Optional.of(made.transaction()));
            return true;
        }

        @Override
        void failed(SupplyOrder ended, String reason) {
            failed.add(reason);
            order = state(State.APPROVED, Optional.empty());
        }

        @Override
        void postpone(Bytes32 id, Duration by) {}
    }

    private SupplyLoop loop() {
        Treasury treasury = new UnaskedTreasury() {
            @Override
            public Optional<Made> redemption(SupplyRequest request, List<OfficerApproval> approvals) {
                return Optional.of(new Made(network.issue(network.header(9), network.newId(), owner, 5), new byte[0]));
            }
        };
        LedgerAccess ledger = new UnaskedLedger() {
            @Override
            public NetworkConfiguration configuration() {
                return network.configuration();
            }

            @Override
            public boolean isSuperseded(long configurationVersion) {
                return false;
            }
        };
        AuditorApi auditor = new UnaskedAuditor() {
            @Override
            public ApprovalAnswer approve(byte[] clientTransaction) {
                return approval();
            }
        };
        EndorserApi endorser = new UnaskedEndorser() {
            @Override
            public SubmissionAnswer submit(byte[] submission, @Nullable String ticket) {
                taken++;
                return new SubmissionAnswer("", true, 0, "");
            }
        };
        WalletBook wallets = new UnaskedWallets() {
            @Override
            public Optional<WalletInfo> wallet(long number) {
                return Optional.of(treasury());
            }
        };
        Holdings holdings = new UnaskedHoldings() {
            @Override
            public void lock(Collection<Long> locked) {}
        };
        CentralBankInternalApi centralBank = new UnaskedCentralBank() {
            @Override
            public SupplyRequestView supplyRequest(String id) {
                return approved();
            }
        };
        return new SupplyLoop(
                orders,
                new SupplyLoop.Bank(1, wallets, holdings, treasury, ledger),
                centralBank,
                new SubmissionClient(new EndorserClient(List.of(endorser), new Random(1))),
                auditor,
                new TransactionTemplate(new UnkeptTransactions()));
    }

    private WalletInfo treasury() {
        WalletAddress address = new WalletAddress(
                owner, X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
        return new WalletInfo(
                WalletInfo.TREASURY,
                null,
                "",
                "",
                address,
                null,
                0,
                HoldingShare.WHOLE,
                true,
                WalletInfo.State.ENROLLED);
    }

    private static SupplyRequestView approved() {
        return new SupplyRequestView(
                "REDEMPTION", "", 1, "", 5, "APPROVED", "", List.of(new ApprovalView(0, "00".repeat(64))), "");
    }

    private AuditorApi.ApprovalAnswer approval() {
        if (auditorRefuses) {
            throw HttpClientErrorException.create(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "",
                    HttpHeaders.EMPTY,
                    "{\"code\":\"stale-configuration\"}".getBytes(StandardCharsets.UTF_8),
                    null);
        }
        return new AuditorApi.ApprovalAnswer(0, "00".repeat(64));
    }

    private void steps(int count) {
        for (int step = 0; step < count; step++) {
            loop.step();
        }
    }

    @Test
    void whatNeverLeftIsMadeAnewWhenTheAuditorFindsItOutdated() {
        auditorRefuses = true;
        steps(2);
        assertThat(orders.failed).containsExactly("stale-configuration");
        assertThat(taken).isZero();
    }

    /// Its tokens would be free while it is on its way.
    @Test
    void whatAnEndorserTookIsEndedByNoAuditor() {
        steps(2);
        Optional<ClientTransaction> sent = orders.order.transaction();
        auditorRefuses = true;
        steps(3);
        assertThat(taken).isEqualTo(1);
        assertThat(orders.failed).isEmpty();
        assertThat(orders.order.transaction()).isEqualTo(sent);
    }

    @Test
    void afterARestartATransactionMayHaveLeft() {
        steps(1);
        auditorRefuses = true;
        loop = loop();
        steps(1);
        assertThat(orders.order.transaction()).isPresent();
        assertThat(orders.failed).isEmpty();
    }
}
