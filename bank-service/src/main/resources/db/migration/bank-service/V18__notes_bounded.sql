-- One digest of a note: the bank's own copies had another one than those that endorsers tell.
delete from hidden_note told using hidden_note own
where told.transaction_id = own.transaction_id and told.output = own.output and told.note = own.note
    and told.digest = sha256(told.transaction_id || int4send(told.output) || told.note) and own.digest <> told.digest;
update hidden_note set digest = sha256(transaction_id || int4send(output) || note)
where digest <> sha256(transaction_id || int4send(output) || note);

-- Which endorser told it first, none of the bank's own; when it was told last; and, once that is so long ago that no
-- committer is further behind, the last block in which its transaction can commit.
alter table hidden_note add column endorser int;
alter table hidden_note add column told_at timestamptz not null default now();
alter table hidden_note add column hopeless_after bigint;
create index hidden_note_told on hidden_note (endorser) where endorser is not null;
