-- Double-entry books; amounts are minor units, credits positive. Accounts: SETTLEMENT (what banks brought, on the other
-- side: at most zero), RESERVE:<bank>, HELD:<bank> (set aside for withdrawals under way), CBDC (in circulation).
create table account (
    name            varchar(24) primary key,
    participant     int,
    balance         bigint       not null,
    constraint account_sign check (case when name = 'SETTLEMENT' then balance <= 0 else balance >= 0 end)
);
insert into account values ('SETTLEMENT', null, 0), ('CBDC', null, 0);
create sequence booking_id;
create table booking (
    id              bigint primary key default nextval('booking_id'),
    kind            varchar(16)  not null,
    reference       varchar(64)  not null,
    booked_at       timestamptz  not null,
    unique (kind, reference)
);
create table posting (
    booking         bigint       not null references booking (id),
    account         varchar(24)  not null references account (name),
    amount          bigint       not null check (amount <> 0),
    primary key (booking, account)
);
create index posting_account on posting (account);

-- Changes of reserves from outside: proposed by one person, booked by another.
create table reserve_adjustment (
    id              uuid primary key,
    participant     int          not null check (participant between 1 and 65535),
    amount          bigint       not null check (amount <> 0),
    reason          varchar(140) not null,
    state           varchar(16)  not null check (state in ('PROPOSED', 'BOOKED', 'REFUSED')),
    proposed_by     varchar(80)  not null,
    proposed_at     timestamptz  not null,
    decided_by      varchar(80)  not null default '',
    decided_at      timestamptz
);

-- Requests to change the supply, officers' approvals, and the transaction that carries an issue. `record_key` is the
-- key under which the ledger keeps the record of this request.
create table supply_request (
    id              bytea primary key,
    direction       varchar(16)  not null check (direction in ('WITHDRAWAL', 'REDEMPTION')),
    participant     int          not null,
    owner           bytea        not null,
    amount          bigint       not null check (amount > 0),
    record_key      varchar(64)  not null unique,
    state           varchar(16)  not null check (state in ('REQUESTED', 'APPROVED', 'SUBMITTED', 'SETTLED', 'REFUSED')),
    reason          varchar(140) not null default '',
    created_at      timestamptz  not null,
    transaction_id  bytea,
    transaction     bytea,
    expiry_height   bigint       not null default 0,
    attempts        int          not null default 0,
    refusal         varchar(64)  not null default '',
    settled_block   bigint,
    version         bigint       not null default 0
);
create index supply_request_state on supply_request (state, created_at);
create table supply_approval (
    request_id      bytea        not null references supply_request (id),
    officer         int          not null,
    name            varchar(80)  not null,
    signature       bytea        not null,
    approved_at     timestamptz  not null,
    primary key (request_id, officer),
    unique (request_id, name)
);

-- How far the ledger was followed, and what it says was issued and redeemed; and the same at each block that changed it.
create table ledger_position (
    id              int primary key check (id = 1),
    block           bigint       not null,
    state_hash      varchar(64)  not null,
    issued          bigint       not null,
    redeemed        bigint       not null
);
insert into ledger_position values (1, 0, '', 0, 0);
create table supply_at (
    block           bigint primary key,
    issued          bigint       not null,
    redeemed        bigint       not null
);
insert into supply_at values (0, 0, 0);

-- What stops issuing until somebody has understood it and two persons have closed it.
create sequence incident_id;
create table incident (
    id              bigint primary key default nextval('incident_id'),
    code            varchar(64)  not null,
    detail          varchar(400) not null,
    raised_at       timestamptz  not null,
    closing_by      varchar(80)  not null default '',
    closing_reason  varchar(400) not null default '',
    closed_by       varchar(80)  not null default '',
    closed_at       timestamptz
);
create unique index incident_open on incident (code, detail) where closed_at is null;

-- Acts of persons, chained by hashes; the head is signed by the node.
create table decision (
    sequence        bigint       primary key check (sequence > 0),
    at_millis       bigint       not null,
    actor           varchar(100) not null,
    action          varchar(40)  not null,
    subject         varchar(100) not null,
    reason          varchar(500) not null,
    previous_hash   bytea        not null,
    hash            bytea        not null
);
create index decision_subject on decision (subject, sequence);
create table decision_head (
    id              integer primary key check (id = 1),
    last_sequence   bigint  not null,
    last_hash       bytea   not null,
    signature       bytea   not null
);

-- Neither books nor decisions change afterwards. Who takes these triggers away is found by the checks.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end $$;
create trigger booking_append_only before update or delete or truncate on booking
    for each statement execute function refuse_change();
create trigger posting_append_only before update or delete or truncate on posting
    for each statement execute function refuse_change();
create trigger decision_append_only before update or delete or truncate on decision
    for each statement execute function refuse_change();
