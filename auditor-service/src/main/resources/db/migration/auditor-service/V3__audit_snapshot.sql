-- The auditor's own replay after a block, in parts, sealed with the auditor's key: a start goes on from the newest one.
create table audit_snapshot (
    block     bigint      primary key check (block > 0),
    network   bytea       not null,
    parts     bigint      not null,
    digest    bytea       not null,
    signature bytea       not null,
    taken_at  timestamptz not null
);
create table audit_snapshot_part (
    block   bigint  not null,
    part    integer not null,
    content bytea   not null,
    primary key (block, part)
);
