-- Sign-ins at other identity providers. A session that began with such a sign-in has its id. `sid` is the session at
-- the provider, whose end the provider announces by a back-channel logout. A sign-in without a row has ended.
create table provider_sign_ins (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  sid text,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null
);
create index provider_sign_ins_subject_idx on provider_sign_ins (issuer, subject);
create index provider_sign_ins_sid_idx on provider_sign_ins (issuer, sid);
create index provider_sign_ins_user_id_idx on provider_sign_ins (user_id);
create index provider_sign_ins_created_at_idx on provider_sign_ins (created_at);
grant select, insert, update, delete on provider_sign_ins to linkshelf_app;
