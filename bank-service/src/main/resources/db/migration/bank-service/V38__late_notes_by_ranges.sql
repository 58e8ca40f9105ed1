-- Notes that come after their blocks are looked for in the blocks since their endorser was last read to its end, whatever
-- it tells then: nobody is asked for a transaction by its id. Of each endorser: up to which block its notes were looked for
-- (sure_block); the bank's block when it was last read to its end (told_block), and whether it has been since it told more
-- (ended); where a search is under way, what the first will be then, and how far it had told at its begin. Positions that
-- are put back begin a new era.
alter table hidden_note_position
    add column era bigint not null default 0,
    add column sure_block bigint not null default 0,
    add column told_block bigint not null default 0,
    add column ended boolean not null default false,
    add column searching_block bigint,
    add column searching_position bigint;

-- The search of old blocks that is under way, and what it found: a committed transaction, the tokens that its notes open,
-- and those of them that were spent since.
create table note_search (
    id          int primary key check (id = 1),
    first_block bigint not null,
    next_block  bigint not null,
    last_hole   bigint not null
);
drop table late_note;
create table late_note (
    transaction_id  bytea primary key,
    block           bigint not null,
    place           bigint not null,
    transaction     bytea  not null,
    tokens          bytea  not null,
    spent           bytea  not null
);
