-- Places that no output has were kept once.
delete from hidden_note where octet_length(transaction_id) <> 32 or output not between 0 and 15;
alter table hidden_note add constraint hidden_note_place
    check (octet_length(transaction_id) = 32 and output between 0 and 15);
create index hidden_note_due on hidden_note (ask_after, transaction_id);

-- The ledger's height when a note's transaction was asked for the first time: from then on it can commit for so many
-- blocks only.
alter table hidden_note add column first_height bigint;

-- How far the blocks since a late note's own were searched for what spent its tokens, and what was found.
create table late_note (
    transaction_id  bytea primary key,
    next_block      bigint not null,
    spent           bytea  not null default ''
);
