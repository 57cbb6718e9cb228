-- Written by `npm run schema`.

create table visitor_salts (
  day   date   not null,
  salt  bytea  not null,
  constraint visitor_salts_pkey primary key (day),
  constraint visitor_salts_salt_check check (octet_length(salt) = 32)
);

grant select, insert, delete on visitor_salts to linkshelf_app;
grant select, insert on visitor_salts to linkshelf_ship;
