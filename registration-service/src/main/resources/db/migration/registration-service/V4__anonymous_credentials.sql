-- Anonymous credentials of hidden currencies. An enrollment has one eid and one commitment to (sk, K), for ever: a second
-- K under an eid would let its owner spend every token twice. Neither sk nor K nor the applicant's part of K is here.
create table credential_commitment (
    eid         bytea       primary key check (octet_length(eid) = 32),
    enrollment  uuid        not null unique references enrollment (id),
    requested   bytea       not null check (octet_length(requested) = 48),
    serial_part bytea       not null check (octet_length(serial_part) = 32),
    -- what is signed: `requested` with the authority's part of K added
    commitment  bytea       not null unique check (octet_length(commitment) = 48),
    -- by a key outside the database; a row that was altered is not signed
    seal        bytea       not null check (octet_length(seal) = 32),
    issued_at   timestamptz not null
);
create trigger credential_commitment_append_only before update or delete or truncate on credential_commitment
    for each statement execute function refuse_change();

-- The epoch that began last, as the record of it says.
create table credential_epoch (
    id           integer primary key check (id = 1),
    epoch        bigint  not null check (epoch > 0),
    start_millis bigint  not null
);

-- Signatures of the current epoch and, made ahead and told to nobody before it begins, of the next.
create table credential_signature (
    epoch     bigint not null,
    eid       bytea  not null references credential_commitment (eid),
    signature bytea  not null check (octet_length(signature) = 80),
    primary key (epoch, eid)
);
create index credential_signature_eid on credential_signature (eid);

-- How far signing for an epoch is: all eids up to here. Where it goes on after a crash.
create table credential_renewal (
    epoch          bigint  primary key,
    signed_through bytea   not null,
    complete       boolean not null
);
