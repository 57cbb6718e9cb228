-- Written by `npm run schema`.

create table user_trials (
  user_id          uuid         not null,
  organization_id  uuid         not null,
  offered_at       timestamptz  not null,
  used_at          timestamptz,
  constraint user_trials_pkey primary key (user_id),
  constraint user_trials_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index user_trials_organization_id_idx on user_trials (organization_id) where used_at is null;

alter table user_trials enable row level security;
alter table user_trials force row level security;
create policy of_table_owner on user_trials to current_user
  using (true)
  with check (true);
create policy of_user on user_trials to linkshelf_app
  using (user_id = current_user_id())
  with check (user_id = current_user_id());

grant select, insert, update on user_trials to linkshelf_app;
