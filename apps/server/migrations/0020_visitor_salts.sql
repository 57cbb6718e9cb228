-- A random salt a UTC day: what tells visitors apart for that day, and cannot be told again once it is deleted (within 48 hours).
create table visitor_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
grant select, insert, delete on visitor_salts to linkshelf_app;
