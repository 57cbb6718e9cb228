-- 'failed' means that the job of the undo failed permanently. The undo continues when its owner starts it again.
alter table amazon_migrations drop constraint amazon_migrations_undo_state_check,
  add constraint amazon_migrations_undo_state_check check (undo_state in ('in_progress', 'completed', 'failed'));
