-- Banks that apply, and what was decided. An id or a BIC is free again when its application was refused.
create table participant_application (
    id                  uuid primary key,
    participant         integer      not null check (participant between 1 and 65535),
    name                varchar(140) not null,
    bic                 varchar(11)  not null,
    lei                 varchar(20)  not null default '',
    api_endpoint        varchar(200) not null,
    internal_endpoint   varchar(200) not null,
    certificate_request text         not null,
    state               varchar(16)  not null check (state in ('SUBMITTED', 'APPROVED', 'REFUSED')),
    recorded_by         varchar(100) not null,
    recorded_at         timestamptz  not null,
    conformance         varchar(8)   not null check (conformance in ('NOT_RUN', 'GREEN', 'RED')),
    conformance_detail  varchar(500) not null default '',
    conformance_at      timestamptz,
    decided_by          varchar(100) not null default '',
    decided_at          timestamptz,
    reason              varchar(500) not null default '',
    version             bigint       not null default 0
);
create unique index participant_application_participant on participant_application (participant) where state <> 'REFUSED';
create unique index participant_application_bic on participant_application (bic) where state <> 'REFUSED';

-- Admitted banks. `certificate` is empty where the network's authority signs elsewhere.
create table participant (
    id                integer primary key check (id between 1 and 65535),
    name              varchar(140) not null,
    bic               varchar(11)  not null unique,
    lei               varchar(20)  not null default '',
    api_endpoint      varchar(200) not null default '',
    internal_endpoint varchar(200) not null default '',
    certificate       text         not null default '',
    admitted_by       varchar(100) not null,
    admitted_at       timestamptz  not null,
    standing          varchar(16)  not null check (standing in ('ACTIVE', 'SUSPENDED', 'REVOKED')),
    standing_by       varchar(100) not null default '',
    standing_reason   varchar(500) not null default '',
    revocation_by     varchar(100) not null default '',
    revocation_reason varchar(500) not null default '',
    version           bigint       not null default 0
);

-- Customers of banks. Personal data stays in this table; nothing of it is published.
create table enrollment (
    id                uuid primary key,
    participant       integer      not null references participant (id),
    reference         varchar(64)  not null,
    request_digest    varchar(64)  not null,
    full_name         varchar(140) not null,
    birth_date        date,
    country           varchar(2)   not null,
    document_type     varchar(32)  not null,
    document_number   varchar(64)  not null,
    document_expiry   date,
    tier              integer      not null check (tier between 0 and 255),
    custodial         boolean      not null,
    owner_key         varchar(64)  not null,
    note_key          varchar(64)  not null,
    applied_at        timestamptz  not null,
    state             varchar(16)  not null check (state in ('SUBMITTED', 'SCREENED', 'APPROVED', 'REFUSED')),
    findings          varchar(400) not null default '',
    hits              integer      not null default 0,
    list_version      varchar(64)  not null,
    enrollment_id     varchar(32)  unique,
    certificate       text         not null default '',
    decided_by        varchar(100) not null default '',
    decided_at        timestamptz,
    reason            varchar(500) not null default '',
    standing          varchar(16)  not null check (standing in ('ACTIVE', 'SUSPENDED', 'REVOKED')),
    standing_by       varchar(100) not null default '',
    standing_reason   varchar(500) not null default '',
    revocation_by     varchar(100) not null default '',
    revocation_reason varchar(500) not null default '',
    version           bigint       not null default 0,
    unique (participant, reference)
);
create unique index enrollment_owner_key on enrollment (owner_key) where state <> 'REFUSED';
-- a bank has one treasury (tier 255) at a time
create unique index enrollment_treasury on enrollment (participant)
    where tier = 255 and state <> 'REFUSED' and standing <> 'REVOKED';
create index enrollment_state on enrollment (state, applied_at);

create table screening_hit (
    enrollment  uuid         not null references enrollment (id),
    place       integer      not null,
    entry       varchar(64)  not null,
    listed_name varchar(200) not null,
    score       integer      not null check (score between 0 and 1000),
    programme   varchar(100) not null,
    primary key (enrollment, place)
);

-- Signed, numbered records: the outbox and the archive. The counter is locked by whoever draws a number until that
-- transaction ends; the cursor says up to where the topic has the records.
create table registration_record (
    sequence    bigint      primary key check (sequence > 0),
    time_millis bigint      not null,
    kind        varchar(16) not null,
    encoded     bytea       not null
);
create table record_counter (
    id            integer primary key check (id = 1),
    last_sequence bigint  not null
);
insert into record_counter values (1, 0);
create table record_cursor (
    id                integer primary key check (id = 1),
    published_through bigint  not null
);
insert into record_cursor values (1, 0);

-- Decisions, chained by hashes; the head is signed.
create table decision (
    sequence      bigint       primary key check (sequence > 0),
    at_millis     bigint       not null,
    actor         varchar(100) not null,
    action        varchar(40)  not null,
    subject       varchar(64)  not null,
    reason        varchar(500) not null,
    list_version  varchar(64)  not null,
    previous_hash bytea        not null,
    hash          bytea        not null
);
create index decision_subject on decision (subject, sequence);
create table decision_head (
    id            integer primary key check (id = 1),
    last_sequence bigint  not null,
    last_hash     bytea   not null,
    signature     bytea   not null
);

-- Neither records nor decisions change. Who takes these triggers away is found by the check of the chain.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end $$;
create trigger registration_record_append_only before update or delete or truncate on registration_record
    for each statement execute function refuse_change();
create trigger decision_append_only before update or delete or truncate on decision
    for each statement execute function refuse_change();
