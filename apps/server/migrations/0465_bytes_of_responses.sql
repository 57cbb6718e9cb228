-- Responses that are stored for repeated requests count towards the storage of their organization, and have a limit in
-- bytes. Responses of earlier releases count as 0 bytes, because they expire within a day, and reading all of them
-- would lock the table.
alter table idempotent_responses add column response_bytes integer not null default 0;

create trigger idempotent_responses_count_inserted after insert on idempotent_responses referencing new table as after_rows
  for each statement execute function count_stored_bytes($$'responses'$$, 'response_bytes');
create trigger idempotent_responses_count_updated after update on idempotent_responses
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_stored_bytes($$'responses'$$, 'response_bytes');
create trigger idempotent_responses_count_deleted after delete on idempotent_responses referencing old table as before_rows
  for each statement execute function count_stored_bytes($$'responses'$$, 'response_bytes');
