-- Written by `npm run schema`.

create table provider_sign_ins (
  id          uuid         not null,
  issuer      text         not null,
  subject     text         not null,
  sid         text,
  user_id     uuid         not null,
  created_at  timestamptz  not null,
  constraint provider_sign_ins_pkey primary key (id),
  constraint provider_sign_ins_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index provider_sign_ins_created_at_idx on provider_sign_ins (created_at);
create index provider_sign_ins_sid_idx on provider_sign_ins (issuer, sid);
create index provider_sign_ins_subject_idx on provider_sign_ins (issuer, subject);
create index provider_sign_ins_user_id_idx on provider_sign_ins (user_id);

grant select, insert, update, delete on provider_sign_ins to linkshelf_app;
