-- Simulated reserve accounts of banks; amounts are minor units.
create table reserve_account (
    participant     int primary key,
    balance         bigint       not null check (balance >= 0),
    held            bigint       not null check (held >= 0)
);
create sequence reserve_entry_id;
create table reserve_entry (
    id              bigint primary key default nextval('reserve_entry_id'),
    participant     int          not null references reserve_account (participant),
    balance_change  bigint       not null,
    held_change     bigint       not null,
    kind            varchar(24)  not null,
    request_id      bytea,
    booked_at       timestamptz  not null,
    unique (request_id, kind)
);

-- Requests to change the supply, officers' approvals, and the transaction that carries an issue.
create table supply_request (
    id              bytea primary key,
    direction       varchar(16)  not null,
    participant     int          not null,
    owner           bytea        not null,
    amount          bigint       not null check (amount > 0),
    state           varchar(16)  not null,
    reason          varchar(140) not null default '',
    created_at      timestamptz  not null,
    transaction_id  bytea,
    transaction     bytea,
    expiry_height   bigint       not null default 0,
    attempts        int          not null default 0,
    settled_block   bigint
);
create index supply_request_state on supply_request (state, created_at);
create table supply_approval (
    request_id      bytea        not null references supply_request (id),
    officer         int          not null,
    name            varchar(64)  not null,
    signature       bytea        not null,
    approved_at     timestamptz  not null,
    primary key (request_id, officer)
);

-- How far the ledger was followed, and what it says was issued and redeemed.
create table ledger_position (
    id              int primary key check (id = 1),
    block           bigint       not null,
    state_hash      varchar(64)  not null,
    issued          bigint       not null,
    redeemed        bigint       not null
);
insert into ledger_position values (1, 0, '', 0, 0);

-- What must stop issuing until somebody has understood it.
create sequence incident_id;
create table incident (
    id              bigint primary key default nextval('incident_id'),
    code            varchar(64)  not null,
    detail          varchar(400) not null,
    raised_at       timestamptz  not null,
    unique (code, detail)
);
