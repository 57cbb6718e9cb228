-- Written by `npm run schema`.

create table youtube_quota (
  day            date     not null,
  units_used     integer  not null  default 0,
  searches_used  integer  not null  default 0,
  constraint youtube_quota_pkey primary key (day)
);

grant select, insert, update on youtube_quota to linkshelf_app;
