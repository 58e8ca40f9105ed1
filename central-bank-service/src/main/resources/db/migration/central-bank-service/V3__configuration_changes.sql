-- Proposed changes of the ledger's configuration, the transaction that carries one, and officers' signatures over
-- exactly the configuration proposed. Nothing here has force of its own: endorsers check the signatures again.
create table configuration_change (
    id              uuid primary key,
    idempotency_key varchar(128) not null,
    request         bytea        not null,
    base            bytea        not null,
    configuration   bytea        not null,
    reason          varchar(140) not null,
    state           varchar(16)  not null check (state in
                        ('PROPOSED', 'APPROVED', 'SUBMITTED', 'IN_FORCE', 'REFUSED', 'SUPERSEDED', 'EXPIRED')),
    ending          varchar(140) not null default '',
    proposed_by     varchar(80)  not null,
    proposed_at     timestamptz  not null,
    expires_at      timestamptz  not null,
    transaction_id  bytea,
    transaction     bytea,
    expiry_height   bigint       not null default 0,
    attempts        int          not null default 0,
    refusal         varchar(64)  not null default '',
    in_force_from   bigint       not null default 0,
    unique (proposed_by, idempotency_key)
);
create index configuration_change_state on configuration_change (state, proposed_at);
create table configuration_approval (
    change_id       uuid         not null references configuration_change (id),
    officer         int          not null,
    name            varchar(80)  not null,
    signature       bytea        not null,
    approved_at     timestamptz  not null,
    primary key (change_id, officer),
    unique (change_id, name)
);
