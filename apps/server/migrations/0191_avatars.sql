-- Pictures of users, each as square files of several sizes. Not a tenant table, because a user may belong to several
-- organizations.
create table avatars (
  digest text not null, -- hash of the user and the uploaded bytes, so that the files at an address never change
  side integer not null,
  user_id uuid not null references users on delete cascade,
  bytes bytea not null,
  primary key (digest, side)
);
alter table avatars alter column bytes set storage external; -- already compressed
create index avatars_user_id_idx on avatars (user_id);
grant select, insert, delete on avatars to linkshelf_app;
