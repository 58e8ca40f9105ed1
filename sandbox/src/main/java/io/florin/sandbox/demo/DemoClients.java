package io.florin.sandbox.demo;

import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.InstantApi;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.wallet.submit.adapter.HttpApis;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Clients of every interface that the demo uses, each with the rights of its user.
public final class DemoClients {
    private final SandboxPlan plan;
    private final Map<String, BankClient> banks = new LinkedHashMap<>();
    private final Map<Integer, BankClient> officers = new ConcurrentHashMap<>();
    private final BankClient registrar;
    private final CommitterApi committer;
    private final AuditorApi auditor;
    private final List<EndorserApi> endorsers;
    private final Map<Peer, InstantApi> authorities = new LinkedHashMap<>();

    public DemoClients(SandboxPlan plan) {
        this.plan = plan;
        for (Peer bank : plan.topology().nodes(NodeRole.BANK)) {
            banks.put(bank.directoryName(), new BankClient(plan.http(bank), tokens(plan.machineClientOf(bank))));
        }
        registrar = new BankClient(plan.http(new Peer(NodeRole.REGISTRATION, 1)), tokens(SandboxPlan.REGISTRAR_CLIENT));
        HttpApis apis = new HttpApis(Duration.ofSeconds(3), Duration.ofSeconds(30));
        committer = apis.client(CommitterApi.class, plan.http(new Peer(NodeRole.COMMITTER, 1)));
        auditor = apis.client(AuditorApi.class, plan.http(new Peer(NodeRole.AUDITOR, 1)));
        endorsers = plan.topology().nodes(NodeRole.ENDORSER).stream()
                .map(endorser -> apis.client(EndorserApi.class, plan.http(endorser)))
                .toList();
        for (Peer authority : plan.topology().nodes(NodeRole.INSTANT)) {
            authorities.put(authority, apis.client(InstantApi.class, plan.http(authority)));
        }
    }

    public BankClient bank(String id) {
        BankClient bank = banks.get(id);
        if (bank == null) {
            throw new IllegalArgumentException("no bank is called " + id);
        }
        return bank;
    }

    public Map<String, BankClient> banks() {
        return Map.copyOf(banks);
    }

    /// The central bank's API with the rights of one officer, from 1 on.
    public BankClient officer(int officer) {
        return officers.computeIfAbsent(
                officer,
                _ -> new BankClient(
                        plan.http(new Peer(NodeRole.CENTRAL_BANK, 1)), tokens(SandboxPlan.officerClient(officer))));
    }

    /// Registration's API with the rights of an officer.
    public BankClient registrar() {
        return registrar;
    }

    /// Registration's API with the rights of another officer.
    public BankClient secondRegistrar() {
        return new BankClient(
                plan.http(new Peer(NodeRole.REGISTRATION, 1)), tokens(SandboxPlan.SECOND_REGISTRAR_CLIENT));
    }

    /// The auditor's API with the rights of an investigator, under passive audit.
    public BankClient investigator() {
        return new BankClient(plan.http(new Peer(NodeRole.AUDITOR, 1)), tokens(SandboxPlan.AUDITOR_CLIENT));
    }

    /// An audit member's API with the rights of one of its officers, 1 or 2.
    public BankClient auditOfficer(Peer member, int officer) {
        return new BankClient(plan.http(member), tokens(SandboxPlan.auditOfficerClient(member, officer)));
    }

    /// A token that a bank's program asks for on behalf of the holder of a wallet: good for its credential only.
    public String holderToken(String bank, long wallet) {
        String client = bank + "-api";
        return new TokenSource(
                        plan.issuer(),
                        client,
                        plan.secretOf(client),
                        Map.of("wallet", Long.toString(wallet)),
                        InstantSource.system())
                .token();
    }

    /// An access token of a program, with all the rights that it has.
    public String token(String client) {
        return tokens(client).token();
    }

    public CommitterApi committer() {
        return committer;
    }

    public AuditorApi auditor() {
        return auditor;
    }

    public List<EndorserApi> endorsers() {
        return endorsers;
    }

    /// An authority of the instant rail, as it tells of itself to everybody.
    public InstantApi rail(Peer authority) {
        InstantApi api = authorities.get(authority);
        if (api == null) {
            throw new IllegalArgumentException("no authority is called " + authority);
        }
        return api;
    }

    private TokenSource tokens(String client) {
        return new TokenSource(plan.issuer(), client, plan.secretOf(client), InstantSource.system());
    }
}
