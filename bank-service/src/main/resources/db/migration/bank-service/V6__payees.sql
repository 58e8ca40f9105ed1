-- What is on its way to a wallet of this bank.
create index payment_payee_open on payment (payee) where state in ('ACCEPTED', 'SUBMITTED');
