-- How far committed payments of hidden currencies were fetched and their proofs verified again.
create table audit_proof_position (
    id       integer primary key check (id = 1),
    block    bigint not null,
    verified bigint not null
);
insert into audit_proof_position values (1, 0, 0);

-- Payments up to there that were not found so far, that no endorser has, or that are not what was endorsed.
create table audit_proof_case (
    block          bigint      not null,
    place          bigint      not null,
    transaction_id varchar(64) not null,
    state          varchar(16) not null check (state in ('OPEN', 'MISSING', 'WRONG')),
    attempts       integer     not null,
    next_at        timestamptz not null,
    primary key (block, place)
);
create index audit_proof_case_due on audit_proof_case (next_at) where state <> 'WRONG';
