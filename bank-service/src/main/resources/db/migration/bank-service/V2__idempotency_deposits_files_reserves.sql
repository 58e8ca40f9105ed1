-- One answer per client and key; a row without an answer is a request under way.
create table idempotency (
    client          varchar(128) not null,
    key             varchar(128) not null,
    fingerprint     bytea        not null,
    owner           uuid         not null,
    started_at      timestamptz  not null,
    status          int,
    body            text,
    primary key (client, key)
);
create index idempotency_started on idempotency (started_at);

-- Customers' ordinary money at the bank: what funds wallets and takes defunded money back.
create table deposit_account (
    customer_id     uuid primary key references customer (id),
    balance         bigint       not null check (balance >= 0)
);
create sequence deposit_entry_id increment 50;
create table deposit_entry (
    id              bigint primary key,
    customer_id     uuid         not null references customer (id),
    amount          bigint       not null check (amount <> 0),
    kind            varchar(24)  not null,
    payment_id      uuid,
    booked_at       timestamptz  not null,
    unique (payment_id, kind)
);
create index deposit_entry_customer on deposit_entry (customer_id, id);

-- Payment files and what became of each line.
create table payment_file (
    id              uuid primary key,
    digest          bytea        not null unique,
    message_id      varchar(35)  not null,
    message_type    varchar(20)  not null,
    initiator       varchar(140) not null,
    created_at      timestamptz  not null,
    received_at     timestamptz  not null,
    lines           int          not null,
    content         bytea        not null
);
create index payment_file_message on payment_file (message_id, initiator);
create table payment_file_line (
    file_id         uuid         not null references payment_file (id),
    line            int          not null,
    end_to_end_id   varchar(35)  not null,
    amount          bigint       not null,
    code            varchar(64)  not null,
    explanation     varchar(400) not null,
    payment_id      uuid,
    primary key (file_id, line)
);

-- Withdrawals from and redemptions into the reserve account at the central bank.
create table supply_order (
    id              bytea primary key,
    direction       varchar(16)  not null,
    amount          bigint       not null check (amount > 0),
    state           varchar(16)  not null,
    reason          varchar(140) not null default '',
    transaction_id  bytea,
    transaction     bytea,
    expiry_height   bigint       not null default 0,
    created_at      timestamptz  not null,
    updated_at      timestamptz  not null
);
