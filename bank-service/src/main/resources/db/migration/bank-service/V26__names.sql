-- Who pays, as the payer's bank says in the note, and how the payee's name compared.
alter table note add column payer_name varchar(400) not null default '';
alter table payment add column payee_name_match varchar(16) not null default 'NOT_CHECKED';
