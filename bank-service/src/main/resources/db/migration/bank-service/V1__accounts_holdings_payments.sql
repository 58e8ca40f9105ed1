-- Customers and their wallets. Names and documents never leave this database except to registration.
create table customer (
    id              uuid primary key,
    kind            varchar(16)  not null,
    full_name       varchar(140) not null,
    birth_date      varchar(10)  not null,
    country         varchar(2)   not null,
    document_type   varchar(32)  not null,
    document_number varchar(64)  not null,
    created_at      timestamptz  not null
);

create table wallet (
    number          bigint primary key,
    customer_id     uuid references customer (id),
    iban            varchar(34)  not null unique,
    custodial       boolean      not null,
    owner_key       bytea        not null unique,
    note_key        bytea        not null,
    tier            int          not null,
    state           varchar(16)  not null,
    reason          varchar(64)  not null default '',
    enrollment_id   varchar(64)  not null default '',
    proof           bytea        not null,
    created_at      timestamptz  not null
);
create index wallet_customer on wallet (customer_id);
create index wallet_state on wallet (state) where state <> 'ENROLLED';
create sequence wallet_number start 1;

-- This bank's view of the ledger: tokens of its wallets as of one block.
create table ledger_position (
    id              int primary key check (id = 1),
    block           bigint       not null,
    header_hash     bytea        not null,
    state_hash      bytea        not null
);

create table token (
    state_key       bytea primary key,
    wallet          bigint       not null references wallet (number),
    value           bigint       not null check (value > 0),
    transaction_id  bytea        not null,
    output          int          not null,
    created_block   bigint       not null,
    spent_block     bigint
);
create index token_wallet_unspent on token (wallet) where spent_block is null;
create index token_transaction on token (transaction_id, output);

-- Tokens that a transaction under way spends, whether or not they are on the ledger yet.
create table reservation (
    state_key       bytea primary key,
    transaction_id  bytea        not null
);
create index reservation_transaction on reservation (transaction_id);

-- What each committed transaction changed in each wallet: the entries of its account.
create sequence entry_id increment 50;
create table entry (
    id              bigint primary key,
    wallet          bigint       not null references wallet (number),
    block           bigint       not null,
    index_in_block  bigint       not null,
    transaction_id  bytea        not null,
    amount          bigint       not null check (amount <> 0),
    kind            varchar(16)  not null,
    booked_at       timestamptz  not null,
    unique (wallet, transaction_id)
);
create index entry_wallet on entry (wallet, id);

-- Openings of notes addressed to this bank's custodial wallets.
create table note (
    transaction_id  bytea        not null,
    output          int          not null,
    end_to_end_id   varchar(64)  not null,
    uetr            varchar(64)  not null,
    remittance      varchar(400) not null,
    payer           varchar(400) not null,
    primary key (transaction_id, output)
);
create table note_position (
    id              int primary key check (id = 1),
    endorser        int          not null,
    position        bigint       not null
);

-- Payments of customers and the transactions that carry them.
create sequence payment_seq increment 50;
create table payment (
    seq             bigint primary key,
    version         bigint       not null,
    id              uuid         not null unique,
    wallet          bigint       not null references wallet (number),
    payee           varchar(140) not null,
    payee_name      varchar(140) not null,
    payee_account   varchar(140) not null,
    amount          bigint       not null check (amount > 0),
    end_to_end_id   varchar(35)  not null,
    uetr            varchar(36)  not null,
    remittance      varchar(140) not null,
    purpose         varchar(16)  not null,
    state           varchar(16)  not null,
    reason          varchar(64)  not null default '',
    attempts        int          not null default 0,
    transaction_id  bytea,
    block           bigint,
    file_id         uuid,
    line            int,
    trace_id        varchar(64)  not null default '',
    accepted_at     timestamptz  not null,
    submitted_at    timestamptz,
    final_at        timestamptz
);
create index payment_wallet_open on payment (wallet, seq) where state = 'ACCEPTED';
create index payment_transaction on payment (transaction_id);
create index payment_uetr on payment (uetr) where uetr <> '';
create index payment_of_file on payment (file_id, line);
create index payment_wallet on payment (wallet, seq);

create sequence outgoing_seq increment 50;
create table outgoing (
    seq             bigint primary key,
    transaction_id  bytea        not null unique,
    content         bytea        not null,
    audit_required  boolean      not null,
    audit           bytea,
    plan            uuid         not null,
    stage           int          not null,
    state           varchar(16)  not null,
    expiry_height   bigint       not null,
    attempts        int          not null default 0,
    next_attempt_at timestamptz  not null
);
create index outgoing_open on outgoing (next_attempt_at, seq) where state <> 'FINAL';
create index outgoing_plan on outgoing (plan, stage) where state <> 'FINAL';

insert into ledger_position values (1, 0, '\x00', '\x00');
insert into note_position values (1, 0, 0);
