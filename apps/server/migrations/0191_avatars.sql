-- Pictures of users, each as square files of several sizes. Not a tenant table: a user belongs to several organizations.
create table avatars (
  digest text not null, -- of the user and the uploaded bytes: the files of an address never change
  side integer not null,
  user_id uuid not null references users on delete cascade,
  bytes bytea not null,
  primary key (digest, side)
);
alter table avatars alter column bytes set storage external; -- compressed already
create index avatars_user_id_idx on avatars (user_id);
grant select, insert, delete on avatars to linkshelf_app;
