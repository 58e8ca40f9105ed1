-- The last block in which a note's transaction can commit, known of the bank's own: until then its notes are kept. What
-- was here before came from a committer that may lag.
alter table hidden_note drop column first_height;
alter table hidden_note add column expiry_height bigint;

-- The tokens that blocks were searched for so far: one that is learned later makes the search start again.
alter table late_note add column tokens bytea not null default '';
