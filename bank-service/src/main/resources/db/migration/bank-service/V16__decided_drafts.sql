-- Who is paid what is not kept in drafts that are decided.
update payment_file_draft set content = '' where state = 'REFUSED' or file_id is not null;
