-- A random salt per UTC day. It makes visitor keys distinct for that day; they can't be recomputed once it is deleted (within 48 hours).
create table visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
grant select, insert, delete on visitor_salts to linkshelf_app;
