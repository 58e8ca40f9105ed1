-- Whose key a payment pays: one owner has as many addresses as note keys.
alter table payment add column payee_owner bytea;
update payment
set payee_owner = substring(decode(translate(substr(payee, 5), '-_', '+/') || '=', 'base64') from 1 for 32);
alter table payment alter column payee_owner set not null;
drop index payment_payee_open;
create index payment_payee_open on payment (payee_owner) where state in ('ACCEPTED', 'SUBMITTED');

-- Registration's officers give reasons of up to 500 characters.
alter table wallet alter column reason type varchar(500);
