-- A note that comes after its block is booked as an entry of its own beside the one that its transaction has already:
-- what statements have shown never changes.
alter table entry drop constraint entry_wallet_transaction_id_key;
create index entry_transaction on entry (wallet, transaction_id);
