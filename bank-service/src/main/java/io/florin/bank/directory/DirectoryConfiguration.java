package io.florin.bank.directory;

import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class DirectoryConfiguration {

    @Bean
    PayeeDirectory payeeDirectory(
            NodeIdentity node,
            BankIdentity bank,
            WalletBook wallets,
            LedgerAccess ledger,
            InternalClients clients,
            PeerEndpoints endpoints,
            InstantSource clock) {
        Map<Integer, BankInternalApi> banks = new LinkedHashMap<>();
        for (PeerEndpoints.Endpoint endpoint : endpoints.banks()) {
            if (endpoint.id() != node.id()) {
                banks.put(
                        endpoint.id(),
                        clients.proxy(
                                BankInternalApi.class,
                                new Peer(NodeRole.BANK, endpoint.id()),
                                endpoint.requireInternal()));
            }
        }
        return new PayeeDirectory(bank, wallets, banks, () -> ledger.model() != PrivacyModel.CLEAR, clock);
    }
}
