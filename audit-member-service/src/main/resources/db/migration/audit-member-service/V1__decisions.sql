-- Cases and the shares given under them, chained by hashes; the head is signed by this node. A case is what its entries
-- say; nothing else is kept of it.
create table decision (
    sequence      bigint       primary key check (sequence > 0),
    at_millis     bigint       not null,
    actor         varchar(120) not null,
    action        varchar(40)  not null,
    subject       varchar(100) not null,
    reason        varchar(500) not null,
    previous_hash bytea        not null,
    hash          bytea        not null
);
create index decision_subject on decision (subject, sequence);
create index decision_action on decision (action, sequence);
create table decision_head (
    id            integer primary key check (id = 1),
    last_sequence bigint  not null,
    last_hash     bytea   not null,
    signature     bytea   not null
);

-- Entries do not change. Who takes the trigger away is found by the check of the chain.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end $$;
create trigger decision_append_only before update or delete or truncate on decision
    for each statement execute function refuse_change();
