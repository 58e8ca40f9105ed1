-- Lists on pages are searched and read page by page. Names are found by the beginnings of their words.
-- An account is kept as the payer wrote it.
create index payment_payee_account on payment (upper(replace(payee_account, ' ', '')), seq);
create index payment_end_to_end on payment (end_to_end_id, seq) where end_to_end_id <> '';
create index payment_payee_words on payment using gin (to_tsvector('simple', payee_name));
create index payment_amount on payment (amount, seq);
create index payment_not_settled on payment (state, seq) where state <> 'SETTLED';
create index payment_file_received on payment_file (received_at, id);
create index payment_file_initiator_words on payment_file using gin (to_tsvector('simple', initiator));
drop index refused_file_received;
create index refused_file_received on refused_file (received_at, id);
create index refused_file_message on refused_file (message_id, received_at, id);
create index payment_file_draft_entered on payment_file_draft (entered_at, id);
create index supply_order_created on supply_order (created_at, id);
create index payment_draft_entered on payment_draft (entered_at, id);
create index customer_words on customer using gin (to_tsvector('simple', full_name));
